// expect: FALSE
extern void reach_error(void);

static int factorial(int n) { return n < 2 ? 2 : n * factorial(n - 1); }
int main(void) {
  if (factorial(6) != 720)
    reach_error();
  return 0;
}
