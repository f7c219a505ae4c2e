// expect: UNKNOWN
// What is in the upper half of an argument's register is not known.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int takes(wide)
long wide;
{ return wide < 0; }
int main(void) {
  if (takes(__VERIFIER_nondet_int()))
    reach_error();
  return 0;
}
