// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 20 4096
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int v = __VERIFIER_nondet_int();
#ifdef BUG
  if (n > 20 || v < 0 || v > 4096)
#else
  if (n > 20 || v < 0 || v > 2047)
#endif
    return 0;
  int r = v << n;
  return r == 1024;
}
