/* Recursion, variable arguments, statics, switch, goto. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int counter(void) { static int n; return ++n; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  int total = 0;
  for (int i = 0; i < n; i++) total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return total;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned n = __VERIFIER_nondet_uint() % 6;
  int f = fib((int)n);
  if (f == 5) counter();
  switch (x & 7) {
    case 0: x = 1; /* fall through */
    case 1: x += counter(); break;
    case 2 ... 4: goto out;
    default: x = sum(3, x, f, counter());
  }
  for (unsigned i = 0; i < n; i++) {
    if (x == 10) break;
    x ^= (int)(i << 2);
    if (x % 7 == 3) continue;
    x--;
  }
  if (x > 1000) return 1;
out:
  return x + counter() == 3 ? 2 : 3;
}
