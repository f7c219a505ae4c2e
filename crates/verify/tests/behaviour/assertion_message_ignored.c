// expect: TRUE
// check: no-overflow
// with: BUG
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
#ifdef BUG
    trace("%d of %d", i, steps + 1);
#else
    trace("%d of %d", i, limit);
#endif
  return 0;
}
