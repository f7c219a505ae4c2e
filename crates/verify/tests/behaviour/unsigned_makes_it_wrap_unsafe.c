// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned one = 1;
  int y = (int)(x + (int)one);
  int z = (int)(x - one);
  return y == z;
}
