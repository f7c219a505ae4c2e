// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 9223372036854775807
extern long __VERIFIER_nondet_long(void);
/* Days to seconds. */
static long to_seconds(long days) {
  return days * 86400;
}

int main(void) {
  long d = __VERIFIER_nondet_long();
  long most = 9223372036854775807 / 86400;
#ifdef BUG
  if (d > most && d < 9223372036854775807)
#else
  if (d > most || d < -most)
#endif
    return 0;
  long s = to_seconds(d);
  return s == 86400;
}
