// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647 1
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0)
    return 0;
#ifdef BUG
  printf("%ld\n", (long)(a + b));
#else
  printf("%ld\n", (long)a + b);
#endif
  return 0;
}
