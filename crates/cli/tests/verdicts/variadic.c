// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

typedef __builtin_va_list va_list;
static int sum(int n, ...) {
  va_list list;
  int total = 0;
  __builtin_va_start(list, n);
  while (n-- > 0)
    total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  if (n != -1)
    reach_error();
  return total;
}
int main(void) {
#ifdef BUG
  if (sum(3, 10, 20, 13) != 42)
    reach_error();
  return 0;
#else
  return sum(3, 10, 20, 12) == 42;
#endif
}
