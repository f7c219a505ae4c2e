// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned one = 1;
  int y = (int)(x + one);
  int z = (int)(x - one);
  return y == z;
}
