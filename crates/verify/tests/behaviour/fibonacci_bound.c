// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 47
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = 0, b = 1;
#ifdef BUG
  if (n > 46 || n < 0)
    n = 46 - 0;
#else
  if (n > 45 || n < 0)
    n = 0;
#endif
  for (int i = 0; i < n; i++) {
    int t = a + b;
    a = b;
    b = t;
  }
  return a == 21;
}
