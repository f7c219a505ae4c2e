// true
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) {
  signed char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), best, other;
  int turn = 0;
  if (a == b) return 0;
  best = a; other = b;
  while (1) {
    if (__VERIFIER_nondet_int()) { turn = !turn; }
    if (turn && best < other) { signed char t = best; best = other; other = t; turn = 0; }
    if (best == other) reach_error();
#ifdef BUG
    if (best != a && other != b) reach_error();
#else
    if (best != a && best != b) reach_error();
#endif
  }
}
