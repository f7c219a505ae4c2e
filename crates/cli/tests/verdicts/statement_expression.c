// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int x = ({ int t = 3; t * t; });
  __typeof__(x) y = x + 1;
#ifdef BUG
  if (y != 9)
#else
  if (y != 10)
#endif
    reach_error();
  return 0;
}
