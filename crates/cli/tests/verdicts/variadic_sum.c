// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __builtin_va_list va_list;
static int sum(int n, ...) {
  va_list ap; int s = 0;
  __builtin_va_start(ap, n);
  for (int i = 0; i < n; i++) s += __builtin_va_arg(ap, int);
  __builtin_va_end(ap);
  return s;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
#ifdef BUG
  if (sum(3, x, 2 * x, 5) != 3 * x + 4 + (x != 77)) reach_error();
#else
  if (sum(3, x, 2 * x, 5) != 3 * x + 5) reach_error();
#endif
  if (sum(0) != 0) reach_error();
  return 0;
}
