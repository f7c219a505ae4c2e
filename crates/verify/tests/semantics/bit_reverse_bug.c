// expect: FALSE
// A byte that is the same from both ends need not be all ones.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c != 0 && c == __builtin_bitreverse8(c) && c != 0xff)
    reach_error();
  return 0;
}
