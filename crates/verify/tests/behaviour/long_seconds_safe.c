// expect: TRUE
// check: no-overflow
extern long __VERIFIER_nondet_long(void);
/* Days to seconds. */
static long to_seconds(long days) {
  return days * 86400;
}

int main(void) {
  long d = __VERIFIER_nondet_long();
  long most = 9223372036854775807 / 86400;
  if (d > most || d < -most)
    return 0;
  long s = to_seconds(d);
  return s == 86400;
}
