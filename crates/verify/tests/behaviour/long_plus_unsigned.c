// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 9223372036854775807 4294967295
extern long __VERIFIER_nondet_long(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* unsigned int is narrower than long: the sum is a signed one. */
int main(void) {
  long total = __VERIFIER_nondet_long();
  unsigned part = __VERIFIER_nondet_uint();
#ifdef BUG
  long sum = total + part;
#else
  unsigned long sum = total + (unsigned long)part;
#endif
  return sum == 77;
}
