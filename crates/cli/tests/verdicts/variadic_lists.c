// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __builtin_va_list va_list;
struct state { va_list ap; int n; };
static struct state g;
static int next(struct state *s) { s->n++; return __builtin_va_arg(s->ap, int); }
static int add(int k, ...) { va_list ap; __builtin_va_start(ap, k); int r = k + __builtin_va_arg(ap, int); r += __builtin_va_arg(ap, int); __builtin_va_end(ap); return r; }
static int sub(int k, ...) { va_list ap; __builtin_va_start(ap, k); int r = k - __builtin_va_arg(ap, int); r -= __builtin_va_arg(ap, int); __builtin_va_end(ap); return r; }
static int ignore(int k, ...) { return k; }
static int (*ops[])(int, ...) = { add, sub, ignore };
static int run(int n, ...) {
  __builtin_va_start(g.ap, n);
  g.n = 0;
  int r = 0;
  while (g.n < n) r = r * 2 + next(&g);
  __builtin_va_end(g.ap);
  return r;
}
static int rec(int depth, ...) {
  va_list ap; __builtin_va_start(ap, depth);
  int a = __builtin_va_arg(ap, int);
  if (depth == 0) return a;
  int b = rec(depth - 1, a + 1);
  __builtin_va_end(ap);
  return a + b;
}
static int outer(va_list *l) { return __builtin_va_arg(*l, int); }
static int two(int n, ...) { va_list ap; __builtin_va_start(ap, n); int a = outer(&ap); int b = outer(&ap); __builtin_va_end(ap); return a * 10 + b; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 2) return 0;
  int y = ops[x](10, 3, 4);
  if (x == 0 && y != 17) reach_error();
  if (x == 1 && y != 3) reach_error();
  if (x == 2 && y != 10) reach_error();
  if (run(3, x, 1, 2) != 4 * x + 4) reach_error();
  if (rec(2, x) != 3 * x + 3) reach_error();
#ifdef BUG
  if (two(2, x, 5) != 9 * x + 6) reach_error();
#else
  if (two(2, x, 5) != 10 * x + 5) reach_error();
#endif
  return 0;
}
