// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
/* A counter that looks constant is written through a pointer. */
static int level = 3;
static int *const alias = &level;

static void raise(int by) {
  *alias = by > 6 ? 2147483646 : 4;
}

int main(void) {
  raise(__VERIFIER_nondet_int());
  int next = level + 1;
  return next == 5;
}
