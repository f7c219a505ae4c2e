// true
// with: BUG
// unknown
// One is left in the second.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
  while (x > 0) { x--; y++; }
  while (y > 1) { y--; x++; }
#ifdef BUG
  if (n > 0 && x != n) reach_error();
#else
  if (n > 0 && x + y != n) reach_error();
#endif
}
