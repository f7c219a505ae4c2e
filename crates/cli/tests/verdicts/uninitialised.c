// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  int y = 1;
  if (x)
    y = 2;
#ifdef BUG
  if (y != 1)
#else
  if (y != 1 && y != 2)
#endif
    reach_error();
  return 0;
}
