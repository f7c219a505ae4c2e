// expect: TRUE
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int cmp(const void *a, const void *b) {
  return *(int *)a < *(int *)b ? -1 : *(int *)a > *(int *)b;
}
int main(void) {
  int a[3] = {2, 3, 1};
  qsort(a, 3, sizeof *a, cmp);
  if (a[0] > a[1] || a[1] > a[2]) reach_error();
  return 0;
}
