// class: lifetime of a compound literal, which a statement within an `if` ends
// expect: FALSE
// flags: --property valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int zero = 0, *p = &zero;
  if (__VERIFIER_nondet_int())
    p = (int[]){1, 2};
  return *p;
}
