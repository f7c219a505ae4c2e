// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int apply(int (*f)(int), int x) { return f(x); }
int main(void) {
  int (*table[2])(int) = {twice, square};
#ifdef BUG
  int sum = apply(table[0], 5) + apply(table[0], 5);
#else
  int sum = apply(table[0], 5) + apply(table[1], 5);
#endif
  if (sum != 35)
    reach_error();
  return 0;
}
