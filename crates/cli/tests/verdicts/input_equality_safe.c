// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 4711) {
    int y = x + 1;
    if (y != 4712)
      reach_error();
  }
  return 0;
}
