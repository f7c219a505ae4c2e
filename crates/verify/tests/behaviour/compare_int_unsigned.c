// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -1
extern int __VERIFIER_nondet_int(void);
/* -1 < 1u is false: the number is made unsigned. */
int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned n = 10;
  int x = -2147483647 - 1;
#ifdef BUG
  if (i < (int)n && i > -5)
#else
  if (i < n && i > -5)
#endif
    x += i;
  return x == 0;
}
