// expect: FALSE
extern void reach_error(void);
void *lfind(const void *, const void *, unsigned long *, unsigned long, int (*)(const void *, const void *));
static int seen;
static int cmp(const void *a, const void *b) {
  seen = 1;
  return *(int *)a - *(int *)b;
}
int main(void) {
  int a[2] = {2, 1}, k = 1;
  unsigned long n = 2;
  lfind(&k, a, &n, sizeof *a, cmp);
  if (seen) reach_error();
  return 0;
}
