// expected: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int i = 0;
  int n = __VERIFIER_nondet_int();
  while (i < 3) {
    i = i + 1;
    if (n == 7 && i == 2) reach_error();
  }
  return 0;
}
