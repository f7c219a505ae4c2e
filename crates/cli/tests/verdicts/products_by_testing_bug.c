// expect: FALSE
// flags: --analysis random-testing
// A formula with products of 64-bit numbers is hard; nearly any two numbers show the violation.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long long sum = 0, cube = 1;
  if (a < 2 || b < 2)
    return 0;
  for (int round = 0; round < 40; round++) {
    sum = sum * a + b;
    cube = cube * b - a * sum;
  }
  if (cube != sum * sum * sum)
    reach_error();
  return 0;
}
