// expect: TRUE
// Two functions that call each other, on one known argument.
// with: BUG
// expect: FALSE
// Two functions that call each other, on one known argument.
extern void reach_error(void);
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
#ifdef BUG
  if (even(24) && odd(23))
#else
  if (!even(24) || odd(24))
#endif
    reach_error();
  return 0;
}
