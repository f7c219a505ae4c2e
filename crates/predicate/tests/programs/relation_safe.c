// expected: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x = x + 1;
    y = y + 1;
    if (x > 1000) { x = 0; y = 0; }
  }
  if (x != y) reach_error();
  return 0;
}
