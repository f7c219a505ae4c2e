// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 70000
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  if (n < 0 || n > 70000)
#else
  if (n < 0 || n > 40000)
#endif
    return 0;
  int s = 0;
  for (int i = 1; i <= n; i++)
    s += i;
  return s == 10;
}
