// expect: FALSE
// check: no-overflow
// input: 1 2147483647
extern int __VERIFIER_nondet_int(void);
/* The sum is made in the type int before it becomes a char. */
int main(void) {
  signed char c = (signed char)__VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
  if (step < 0 && c < 0)
    return 0;
  c += step;
  return c == 5;
}
