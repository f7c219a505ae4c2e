// expect: TRUE
// check: no-overflow
extern long __VERIFIER_nondet_long(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* unsigned int is narrower than long: the sum is a signed one. */
int main(void) {
  long total = __VERIFIER_nondet_long();
  unsigned part = __VERIFIER_nondet_uint();
  unsigned long sum = total + (unsigned long)part;
  return sum == 77;
}
