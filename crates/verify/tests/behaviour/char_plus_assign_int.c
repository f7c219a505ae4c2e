// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 1 2147483647
extern int __VERIFIER_nondet_int(void);
/* The sum is made in the type int before it becomes a char. */
int main(void) {
  signed char c = (signed char)__VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
#ifdef BUG
  if (step < 0 && c < 0)
#else
  if (step < 0 || step > 2147483520)
#endif
    return 0;
  c += step;
  return c == 5;
}
