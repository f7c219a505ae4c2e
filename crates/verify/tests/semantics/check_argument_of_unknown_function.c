// expect: FALSE
// check: overflow
extern int __VERIFIER_nondet_int(void);
extern void use(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  use(x - 1);
  return 0;
}
