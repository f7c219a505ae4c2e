// expect: TRUE
// flags: --analysis dominators
// expect: TRUE
// flags: --analysis post-dominators
// expect: TRUE
// flags: --analysis control-dependence
/* They look at control only: no path of the automata leads to the violation, over loops, calls and an early end. */
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void never(void) { reach_error(); }
static int half(int n) {
  if (n < 0) exit(1);
  while (n > 9) n /= 2;
  return n;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    if (half(__VERIFIER_nondet_int()) > 3) sum += half(i);
    else continue;
  }
  return sum;
}
