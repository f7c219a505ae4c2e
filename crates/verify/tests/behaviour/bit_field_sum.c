// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647 1
extern unsigned __VERIFIER_nondet_uint(void);
struct parts { unsigned low : 31; int small : 5; unsigned tiny : 4; };

int main(void) {
  struct parts p;
  p.low = __VERIFIER_nondet_uint();
  p.small = 0;
  p.tiny = __VERIFIER_nondet_uint() & 15u;
  /* An unsigned field narrower than int becomes an int. */
#ifdef BUG
  int x = p.low + p.tiny;
#else
  int x = p.tiny + p.small;
#endif
  p.tiny++;
  return x == 9;
}
