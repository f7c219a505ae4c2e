// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 0)
    return 0;
#ifdef BUG
  i = n - 0;
#else
  i = n - 1;
#endif
again:
  i++;
  if (i < n)
    goto again;
  return i == 7;
}
