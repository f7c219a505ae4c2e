// expect: FALSE
// One function from two places: states carry their call stacks.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int calls;
int absolute(int x) {
  calls++;
  if (x < 0)
    return x == -9 ? x : -(x + 1);
  return x;
}
int main(void) {
  int a = absolute(__VERIFIER_nondet_int());
  int b = absolute(__VERIFIER_nondet_int());
  if (a < 0 || b < 0 || calls != 2)
    reach_error();
  return 0;
}
