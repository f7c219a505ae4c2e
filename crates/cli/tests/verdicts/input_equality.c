// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 4711) {
    int y = x + 1;
#ifdef BUG
    if (y == 4712)
#else
    if (y != 4712)
#endif
      reach_error();
  }
  return 0;
}
