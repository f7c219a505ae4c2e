// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

#ifdef BUG
static int factorial(int n) { return n < 2 ? 2 : n * factorial(n - 1); }
#else
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
#endif
int main(void) {
  if (factorial(6) != 720)
    reach_error();
  return 0;
}
