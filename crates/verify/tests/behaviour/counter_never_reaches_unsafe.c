// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
/* The loop ends one before the largest number. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = n > 2147483640 ? 2147483640 : 0;
  int seen = 0;
  while (i <= n) {
    i++;
    if (i % 1000003 == 7)
      seen = 1;
    if (i > 50 && i < 2147483000)
      break;
  }
  return seen;
}
