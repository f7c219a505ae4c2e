// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int v = __VERIFIER_nondet_int();
  if (n > 20 || v < 0 || v > 2047)
    return 0;
  int r = v << n;
  return r == 1024;
}
