// expect: FALSE
// check: no-overflow
// input: 20 4096
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int v = __VERIFIER_nondet_int();
  if (n > 20 || v < 0 || v > 4096)
    return 0;
  int r = v << n;
  return r == 1024;
}
