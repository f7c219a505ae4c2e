// expect: FALSE
// check: vla-length
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 0;
  int a[n];
  return sizeof a > 100;
}
