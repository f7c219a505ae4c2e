// expect: FALSE
// check: vla-length
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -1 || n > 8)
    return 0;
  int a[2][n + 1];
  return sizeof a > 100;
}
