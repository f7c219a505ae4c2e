// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
#ifdef BUG
  if (!odd(10))
#else
  if (!even(10))
#endif
    reach_error();
  return 0;
}
