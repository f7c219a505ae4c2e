// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int wide = 0;
  if (c == 255)
    wide = c + 1;
#ifdef BUG
  if (wide == 256)
#else
  if (wide != 0 && wide != 256)
#endif
    reach_error();
  return 0;
}
