// expect: FALSE
// check: array-index
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 5;
  int a[n];
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5)
    return 0;
  a[i] = 1;
  return 0;
}
