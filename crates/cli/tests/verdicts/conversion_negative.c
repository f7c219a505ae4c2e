// expect: FALSE
// Half of all unsigned integers are negative as integers: a branch on the converted value keeps them.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  if ((int)u < 0)
    reach_error();
  return 0;
}
