// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0 || b < 0)
    return 0;
  printf("%ld\n", (long)a + b);
  return 0;
}
