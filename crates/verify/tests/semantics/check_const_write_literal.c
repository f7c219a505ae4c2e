// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

int main(void) {
#ifdef BUG
  const int *p = (const int[]){1, 2, 3};
#else
  const int *p = (int[]){1, 2, 3};
#endif
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 3)
    ((int *)p)[i] = 0;
  return 0;
}
