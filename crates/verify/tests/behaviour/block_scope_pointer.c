// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 5
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int outer = 1;
  int *keep = &outer;
  if (n > 3) {
    int inner = n;
#ifdef BUG
    keep = &inner;
    outer = *keep > 5;
#else
    int *keep2 = &inner;
    outer = *keep2 > 5;
#endif
  }
  if (*keep == 0)
    return 2;
  return *keep;
}
