// expect: TRUE
// Each call's results belong to its own range of arguments: were they mixed with those of the call around it, the powers
// would have no end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int power(int n) {
  if (n == 0)
    return 1;
  return 2 * power(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20)
    return 0;
  if (power(n) <= 0)
    reach_error();
  return 0;
}
