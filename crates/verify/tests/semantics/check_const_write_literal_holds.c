// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int *p = (int[]){1, 2, 3};
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 3)
    ((int *)p)[i] = 0;
  return 0;
}
