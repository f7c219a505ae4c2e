// expect: FALSE
extern void reach_error(void);
void qsort_r(void *, unsigned long, unsigned long, int (*)(const void *, const void *, void *), void *);
static int calls;
static int cmp(const void *a, const void *b, void *c) {
  calls++;
  return *(int *)a - *(int *)b;
}
int main(void) {
  int a[2] = {2, 1};
  qsort_r(a, 2, sizeof *a, cmp, 0);
  if (a[0] == 1) reach_error();
  return 0;
}
