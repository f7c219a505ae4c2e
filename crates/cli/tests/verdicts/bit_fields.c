// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

struct flags { unsigned int low : 3; unsigned int high : 5; signed int sign : 2; };
int main(void) {
  struct flags f = {0, 0, 0};
  f.low = 9;
  f.high = 31;
  f.sign = 3;
#ifdef BUG
  if (f.low != 1 || f.high != 31 || f.sign != 3)
#else
  if (f.low != 1 || f.high != 31 || f.sign != -1)
#endif
    reach_error();
  return 0;
}
