// expect: TRUE
// with: BUG
// expect: FALSE
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x == 3 ? 1 : 0;
#ifdef BUG
  if (y == 1)
#else
  if (y == 2)
#endif
    goto ERROR;
  return 0;
ERROR:
  return 1;
}
