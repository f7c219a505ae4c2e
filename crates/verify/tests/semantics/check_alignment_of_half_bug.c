// expect: FALSE
// check: alignment
extern int __VERIFIER_nondet_int(void);

int main(void) {
  _Alignas(8) short halves[6] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  return *(int *)&halves[n];
}
