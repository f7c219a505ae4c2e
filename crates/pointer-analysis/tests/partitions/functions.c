// Function pointers, out parameters, pointers to pointers, results.
struct ops { void (*set)(int *, int); int (*get)(int *); };
static void set(int *p, int v) { *p = v; }
static int get(int *p) { return *p; }
static struct ops table = { set, get };
static int first, second;
static void choose(int which, int **out) { *out = which ? &first : &second; }
static int *same(int *p) { return p; }
static void twice(void (*f)(int *, int), int *p) { f(p, 2); }
static int late(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  int *p = __builtin_va_arg(list, int *);
  *p = n;
  int s = __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return s;
}
int main(void) {
  int out, *p;
  table.set(&out, 1);
  choose(out, &p);
  *p = 3;
  int other = 0, *q = same(&other);
  *q = 5;
  twice(set, &first);
  int seen = 0;
  int s = late(4, &seen, 6);
  return table.get(&out) + first + second + other + seen + s;
}
