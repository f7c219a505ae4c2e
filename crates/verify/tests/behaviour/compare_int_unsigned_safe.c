// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
/* -1 < 1u is false: the number is made unsigned. */
int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned n = 10;
  int x = -2147483647 - 1;
  if (i < n && i > -5)
    x += i;
  return x == 0;
}
