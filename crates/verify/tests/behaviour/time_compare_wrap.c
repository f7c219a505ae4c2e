// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 0 2147483648
extern unsigned __VERIFIER_nondet_uint(void);
/* Sequence numbers are compared by an unsigned difference. */
static int before(unsigned a, unsigned b) {
#ifdef BUG
  return (int)a - (int)b < 0;
#else
  return (int)(a - b) < 0;
#endif
}

int main(void) {
  unsigned now = __VERIFIER_nondet_uint();
  unsigned then = __VERIFIER_nondet_uint();
  if (before(now, then) && before(then, now))
    return then - now == 0x80000000u ? 0 : 1;
  return 0;
}
