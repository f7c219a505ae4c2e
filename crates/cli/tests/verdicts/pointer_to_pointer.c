// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int x = 3, y = 4;
  int *p = &x, **q = &p;
  *q = &y;
  **q = 9;
#ifdef BUG
  if (x == 3 || y != 9)
#else
  if (x != 3 || y != 9)
#endif
    reach_error();
  return 0;
}
