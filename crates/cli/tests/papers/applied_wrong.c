// A function as a parameter, of a function that is a block by itself.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int n) { return n + n - 1; }
int next(int n) { return n + 1; }
int apply(int (*f)(int), int n) { return f(n); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  int a = apply(twice, n);
  int b = apply(next, n);
  if (a < n || b != n + 1) reach_error();
  return 0;
}
