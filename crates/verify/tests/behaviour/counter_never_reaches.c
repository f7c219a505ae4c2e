// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
/* The loop ends one before the largest number. */
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  int i = n > 2147483640 ? 2147483640 : 0;
  int seen = 0;
  while (i <= n) {
#else
  int i = 0;
  int seen = 0;
  while (i < n) {
#endif
    i++;
    if (i % 1000003 == 7)
      seen = 1;
#ifdef BUG
    if (i > 50 && i < 2147483000)
#else
    if (i > 50 )
#endif
      break;
  }
  return seen;
}
