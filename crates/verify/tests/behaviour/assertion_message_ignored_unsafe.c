// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
/* A debugging function that ignores all that it is given. */
static void trace(const char *text, ...) {
  (void)text;
}

int main(void) {
  int steps = __VERIFIER_nondet_int();
  int limit = steps > 10 ? 10 : steps;
  for (int i = 0; i < limit; i++)
    trace("%d of %d", i, steps + 1);
  return 0;
}
