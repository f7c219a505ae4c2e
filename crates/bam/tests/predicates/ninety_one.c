// expect: true
// beside: decided, though values alone read results of calls that are not theirs
// with: BUG
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(int x) {
  if (x > 100)
    return x - 10;
  return f(f(x + 11));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = f(x);
#ifdef BUG
  if (x <= 102 && r != 91)
#else
  if (x <= 101 && r != 91)
#endif
    reach_error();
  return 0;
}
