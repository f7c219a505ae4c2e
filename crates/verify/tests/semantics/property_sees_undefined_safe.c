// expect: TRUE
// property: ext
extern int ext(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x > 2 && x < 2 ? ext(2) : 0;
}
