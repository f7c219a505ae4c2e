// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648 -1
extern int __VERIFIER_nondet_int(void);
static int add(int a, int b) {
  if (b > 0 && a > 2147483647 - b)
    return 2147483647;
#ifdef BUG
  if (b < 0 && a < -2147483647 - 2 - b)
#else
  if (b < 0 && a < -2147483647 - 1 - b)
#endif
    return -2147483647 - 1;
  return a + b;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int s = add(a, b);
  return s == a;
}
