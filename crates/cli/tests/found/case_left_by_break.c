// class: lifetime of a block's variable, by each way out
// expect: FALSE
// flags: --property valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int zero = 0, *p = &zero;
  switch (__VERIFIER_nondet_int()) {
  case 3: {
    int x = 1;
    p = &x;
    break;
  }
  default:;
  }
  return *p;
}
