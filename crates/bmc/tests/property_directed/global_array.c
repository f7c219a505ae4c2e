// true
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
unsigned char lock[4]; int owner = -1;
int main(void) {
  while (1) {
    if (owner < 0) { owner = 2; lock[1] = 1; lock[2] = 0; }
#ifdef BUG
    else if (__VERIFIER_nondet_int()) { if (!lock[1] || lock[2]) reach_error(); lock[2] = 1; owner = __VERIFIER_nondet_int() == 77 ? 3 : -1; }
#else
    else if (__VERIFIER_nondet_int()) { if (!lock[1] || lock[2]) reach_error(); lock[1] = 0; owner = -1; }
#endif
  }
}
