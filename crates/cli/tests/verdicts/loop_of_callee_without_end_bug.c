// expect: FALSE
// flags: --analysis symbolic --option step-limit=2000
// expect: FALSE
// flags: --analysis value --option step-limit=2000
// expect: FALSE
// flags: --analysis symbolic --option slicing=target-path --option step-limit=2000
// expect: UNKNOWN
// flags: --analysis symbolic --option engine.order=call-stack --option step-limit=2000
// Once `i` is tracked, the loop has no end, and a callee goes before its caller. Behind it are a path that must be refuted, and the bug.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int count(int n) {
  int i = 0;
  while (i < n)
    i = i + 1;
  return i;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), other = 0;
  if (n != 2)
    other = 1;
  int counted = count(n);
  if (counted == 2 && !other)
    reach_error();
  return 0;
}
