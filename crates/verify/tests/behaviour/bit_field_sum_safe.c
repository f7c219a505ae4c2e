// expect: TRUE
// check: no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
struct parts { unsigned low : 31; int small : 5; unsigned tiny : 4; };

int main(void) {
  struct parts p;
  p.low = __VERIFIER_nondet_uint();
  p.small = 0;
  p.tiny = __VERIFIER_nondet_uint() & 15u;
  /* An unsigned field narrower than int becomes an int. */
  int x = p.tiny + p.small;
  p.tiny++;
  return x == 9;
}
