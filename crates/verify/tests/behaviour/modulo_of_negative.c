// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -9
extern int __VERIFIER_nondet_int(void);
/* x % 10 lies between -9 and 9. */
int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = x % 10;
#ifdef BUG
  int big = -2147483647 + 7;
#else
  int big = -2147483647 + 8;
#endif
  if (r < 0)
    big += r;
  else
    big -= r;
  return big == 0;
}
