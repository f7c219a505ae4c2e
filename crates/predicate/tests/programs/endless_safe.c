// expected: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int x = 1;
  while (1) { x = -x; if (x == 0) reach_error(); if (x > 1 || x < -1) reach_error(); }
}
