// expect: TRUE
// flags: --analysis reaching-definitions
/* No path of the automata leads to the violation, whatever the values are. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
static void never(void) { reach_error(); }
static void put(int *to) { *to = __VERIFIER_nondet_int(); }
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) { put(&x); put(&g); }
  return x + g;
}
