// expect: FALSE
// check: builtin
// The width of a mask, of which nobody asked whether it has any bit.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned mask = __VERIFIER_nondet_uint() & 0xf0;
  return 32 - __builtin_clz(mask);
}
