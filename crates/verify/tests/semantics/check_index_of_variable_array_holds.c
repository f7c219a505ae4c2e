// expect: TRUE
// check: array-index
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 5;
  int a[n][n];
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4)
    return 0;
  a[i][4 - i] = 1;
  int *end = &a[0][n];
  return end == 0;
}
