// expect: TRUE
// check: alignment
// with: BUG
// expect: FALSE
// check: alignment
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int table[4] = {0}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12)
    return 0;
#ifdef BUG
  return *(int *)((char *)table + n);
#else
  return *(int *)((char *)table + n / 4 * 4);
#endif
}
