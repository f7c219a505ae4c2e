// expect: UNKNOWN
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r = 0, own = 1, *k = &own;
  for (int i = 0; i < 3; i++) {
    int inner = 4;
    r += *k;
    k = &inner;
  }
  return r;
}
