// expect: TRUE
extern void reach_error(void);

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
int main(void) {
  if (factorial(6) != 720)
    reach_error();
  return 0;
}
