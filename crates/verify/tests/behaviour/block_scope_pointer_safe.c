// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int outer = 1;
  int *keep = &outer;
  if (n > 3) {
    int inner = n;
    int *keep2 = &inner;
    outer = *keep2 > 5;
  }
  if (*keep == 0)
    return 2;
  return *keep;
}
