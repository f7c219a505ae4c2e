// expect: UNKNOWN
// option: analysis=value
// The program has no pointer from outside: its wild calls are not modelled.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int own(int x) { return x; }
int main(void) {
  int (*action)(int) = 0;
  int (*volatile kept)(int) = own;
  if (__VERIFIER_nondet_int())
    action = kept;
  return action(1);
}
