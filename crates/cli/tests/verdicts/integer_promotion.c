// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  unsigned char a = 200, b = 100;
  int sum = a + b;
  unsigned char narrow = a + b;
  if (sum != 300 || narrow != 44)
    reach_error();
#ifdef BUG
  if (-1 < 1)
#else
  if (-1 < 1u)
#endif
    reach_error();
  return 0;
}
