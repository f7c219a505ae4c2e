// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int a = 5, b = (a++, a * 2), c = a > 5 ? b : -b;
#ifdef BUG
  if (c != -12)
#else
  if (c != 12)
#endif
    reach_error();
  return 0;
}
