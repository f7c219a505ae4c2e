// true
// with: BUG
// unknown
// On one of two paths the number becomes even.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  unsigned x = 1, y = 0;
  while (1) {
#ifdef BUG
    if (__VERIFIER_nondet_int()) x += 2; else { x = 3 * x + 1; y += 6; }
#else
    if (__VERIFIER_nondet_int()) x += 2; else { x = 3 * x; y += 6; }
#endif
    if (x == 2 * y) reach_error();
  }
}
