// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main() {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 10000 || x < -10000) return 0;
  if (y > 10000 || y < -10000) return 0;
  while (x > 0) {
    x = x + y;
    if (y > 0)
      y = y - 1;
  }
  return 0;
}
