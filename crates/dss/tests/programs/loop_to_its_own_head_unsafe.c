// expect: FALSE
// A block that receives its own messages, four times before the violation.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n)
    i++;
  if (i == 4)
    reach_error();
  return 0;
}
