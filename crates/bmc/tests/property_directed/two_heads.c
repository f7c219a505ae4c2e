// true
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) {
  unsigned char mode = 0, left = 0; int ready = 0;
  while (1) {
#ifdef BUG
    left = __VERIFIER_nondet_uchar(); mode = (left == 200 ? 7 : 2); ready = 0;
#else
    left = __VERIFIER_nondet_uchar(); mode = 2; ready = 0;
#endif
    while (left > 0) {
      left--;
      if (mode == 2) { ready = 1; mode = 5; } else if (mode == 5 && !ready) reach_error();
      if (__VERIFIER_nondet_int()) break;
    }
    if (mode == 7) reach_error();
  }
}
