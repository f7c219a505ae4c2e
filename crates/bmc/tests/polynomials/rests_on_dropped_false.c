// unknown
// That x stays zero rests on y, which does not; that y stays zero is asked for on a path that cannot be taken.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0, k = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  while (__VERIFIER_nondet_int()) {
    x = x + y;
    y = y + 1;
  }
  if (y != 0 && k < m && m < n && n < k) reach_error();
  if (x != 0) reach_error();
}
