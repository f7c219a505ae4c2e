// expect: FALSE
// check: pointer-arithmetic
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *text = 0;
  int skipped = __VERIFIER_nondet_int();
  text += skipped;
  return text == 0;
}
