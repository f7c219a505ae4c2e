// expect: FALSE
extern void reach_error(void);

extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int wide = 0;
  if (c == 255)
    wide = c + 1;
  if (wide == 256)
    reach_error();
  return 0;
}
