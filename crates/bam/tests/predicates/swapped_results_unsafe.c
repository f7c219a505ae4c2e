// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

// Two results of one function, in two places of one caller.
static int sign(int x) { return x < 0 ? -1 : 1; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (sign(x) < sign(y) && x < 0 && y > 5)
    reach_error();
  return 0;
}
