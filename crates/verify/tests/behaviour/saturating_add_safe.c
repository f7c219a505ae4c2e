// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
static int add(int a, int b) {
  if (b > 0 && a > 2147483647 - b)
    return 2147483647;
  if (b < 0 && a < -2147483647 - 1 - b)
    return -2147483647 - 1;
  return a + b;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int s = add(a, b);
  return s == a;
}
