// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 7
extern int __VERIFIER_nondet_int(void);
/* A counter that looks constant is written through a pointer. */
static int level = 3;
static int *const alias = &level;

static void raise(int by) {
#ifdef BUG
  *alias = by > 6 ? 2147483647 : 4;
#else
  *alias = by > 6 ? 2147483646 : 4;
#endif
}

int main(void) {
  raise(__VERIFIER_nondet_int());
  int next = level + 1;
  return next == 5;
}
