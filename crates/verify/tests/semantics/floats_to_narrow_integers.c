// expect: TRUE
// A number that a narrow or unsigned type does not have: the low bits of the integer that it is, as on the machine.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 300.5 && (unsigned char)x != 44)
    reach_error();
  if (x == -2.25 && (unsigned short)x != 65534)
    reach_error();
  if (x == -2.25 && (short)(unsigned long)x != -2)
    reach_error();
  if (x == -1.0 && (unsigned)x != 4294967295u)
    reach_error();
  if (x == 3e9 && ((unsigned)x != 3000000000u || (int)x != -2147483647 - 1 || (short)x != 0))
    reach_error();
  if (x == 1e19 && (unsigned long long)x != 10000000000000000000ull)
    reach_error();
  return 0;
}
