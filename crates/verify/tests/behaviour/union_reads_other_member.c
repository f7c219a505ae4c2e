// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 4294967295
extern unsigned char __VERIFIER_nondet_uchar(void);
union word { unsigned char byte[4]; int number; };

int main(void) {
  union word w;
  w.number = 0;
  w.byte[0] = 255;
  w.byte[1] = 255;
  w.byte[2] = 255;
#ifdef BUG
  w.byte[3] = __VERIFIER_nondet_uchar() / 2;
#else
  w.byte[3] = __VERIFIER_nondet_uchar() % 127;
#endif
  int next = w.number + 1;
  return next == 5;
}
