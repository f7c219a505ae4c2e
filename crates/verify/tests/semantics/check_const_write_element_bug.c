// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int table[4] = {1, 2, 3, 4};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3)
    return 0;
  ((int *)table)[i] = 5;
  return 0;
}
