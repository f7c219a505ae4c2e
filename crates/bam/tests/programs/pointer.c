// expect: TRUE
// Recursion through function pointers.
// with: BUG
// expect: FALSE
// Recursion through function pointers.
extern void reach_error(void);
typedef int (*step)(int, int);
int stop(int n, int which);
int left(int n, int which);
int right(int n, int which);
int apply(step s, int n, int which) { return s(n, which); }
int stop(int n, int which) { return which; }
int left(int n, int which) { return apply(n == 0 ? stop : right, n == 0 ? 0 : n - 1, 1); }
int right(int n, int which) { return apply(n == 0 ? stop : left, n == 0 ? 0 : n - 1, 2); }
int main(void) {
#ifdef BUG
  if (apply(left, 6, 0) != 2)
#else
  if (apply(left, 5, 0) != 2)
#endif
    reach_error();
  return 0;
}
