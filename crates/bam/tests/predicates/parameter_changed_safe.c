// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

// The summary speaks of what the parameter was at the entry.
static int half(int n) {
  int h = 0;
  while (n > 1) {
    n = n - 2;
    h = h + 1;
  }
  return h;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100)
    return 0;
  int h = half(n);
  if (2 * h > n)
    reach_error();
  return 0;
}
