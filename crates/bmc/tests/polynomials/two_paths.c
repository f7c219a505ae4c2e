// true
// with: BUG
// unknown
// One of two paths adds another number.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  long long x = 0, y = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
#ifdef BUG
    if (__VERIFIER_nondet_int()) { x += 3; y += 1; } else { x += 1; y += 2; }
#else
    if (__VERIFIER_nondet_int()) { x += 3; y += 1; } else { x += 1; y += 3; }
#endif
    n++;
    if (x + y != 4 * n) reach_error();
  }
}
