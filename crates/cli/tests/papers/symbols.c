// Inputs that decide branches: symbolic execution needs no values of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (x > 10 && x < 20) {
    if (y < 11) reach_error();
    if (y > 20) reach_error();
  }
  return 0;
}
