// expect: FALSE
// check: overflow
extern int __VERIFIER_nondet_int(void);
extern int abs(int);
int main(void) {
  return abs(__VERIFIER_nondet_int()) == 3;
}
