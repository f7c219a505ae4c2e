// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
/* The loop ends one before the largest number. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  int seen = 0;
  while (i < n) {
    i++;
    if (i % 1000003 == 7)
      seen = 1;
    if (i > 50 )
      break;
  }
  return seen;
}
