/* Recursion, direct and mutual, globals changed on the way, loops in callees, jumps into loops. */
int __VERIFIER_nondet_int(void);
int depth, most = 3;
static int down(int n) {
  int before = depth, r;
  depth++;
  if (n <= 0) { depth--; return 0; }
  r = down(n - 1) + 1;
  depth--;
  if (depth != before) return -1;
  return r;
}
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int sum(int from, int to) { int s = 0; while (from < to) { s += from; from++; } return s; }
int main(void) {
  int k = __VERIFIER_nondet_int() & 15, i = 0, x;
  x = down(k);
  x += even(k) * 2;
  x += sum(-3, k);
  if (k > 4) goto inside;
  while (i < 9) {
    x--;
  inside:
    i += 2;
    most = most < i ? i : most;
  }
  return x + most;
}
