// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned long n = sizeof(x + 1);
#ifdef BUG
  n += sizeof x + (unsigned long)(x++ > 0);
#else
  n += sizeof(x++);
#endif
  if (x == 2147483647 && n == 8)
    return 1;
  return 0;
}
