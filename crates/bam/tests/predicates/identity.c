// expect: true
// with: BUG
// expect: false
// beside: decided, though values alone read results of calls that are not theirs
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int same(int x) {
  if (x == 0)
    return 0;
  return same(x - 1) + 1;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0)
    return 0;
#ifdef BUG
  if (same(a) == 3)
#else
  if (same(a) != a)
#endif
    reach_error();
  return 0;
}
