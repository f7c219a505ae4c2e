// expect: TRUE
// check: builtin
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned mask = __VERIFIER_nondet_uint() & 0xf0;
  return mask ? 32 - __builtin_clz(mask) : __builtin_ctz(mask | 8);
}
