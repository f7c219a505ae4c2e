// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int limit = __VERIFIER_nondet_int();
  if (limit > 5)
    *(int *)&limit = 5;
  return 0;
}
