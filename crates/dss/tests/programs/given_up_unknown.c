// expect: UNKNOWN
// No square is 2 modulo 4, which the encoding in whole numbers does not know: that target is given up, and TRUE is gone.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if ((x * x) % 4 == 2)
    reach_error();
  if (x != x)
    reach_error();
  return 0;
}
