// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    int inner = 4;
    int *k = &inner;
    r += *k;
  }
  return r;
}
