// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1:
    y += 1;
  case 2:
    y += 2;
    break;
  case 10 ... 20:
    y = 50;
    break;
  default:
    y = -1;
  }
#ifdef BUG
  if (y != 2 && y != 50 && y != -1)
#else
  if (y != 3 && y != 2 && y != 50 && y != -1)
#endif
    reach_error();
  return 0;
}
