// expect: TRUE
// A loop without a bound whose invariant is an equation of products: what held before a round makes it hold after it.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = a, y = b, u = 0, v = 0;
  while (__VERIFIER_nondet_uint()) {
    if (x * b != a * b - u * b || y * a != a * b + v * a)
      reach_error();
    x -= 1;
    u += 1;
    y += 2;
    v += 2;
  }
  return 0;
}
