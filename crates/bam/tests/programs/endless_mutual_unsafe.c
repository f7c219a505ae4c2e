// expect: FALSE
// The recursion never ends, but the error lies in it.
extern void reach_error(void);
int g(int n);
int f(int n) { return g(n + 1); }
int g(int n) {
  if (n == 7)
    reach_error();
  return f(n);
}
int main(void) { return f(1); }
