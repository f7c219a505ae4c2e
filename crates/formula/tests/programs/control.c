/* Calls, recursion, loops and joins on inputs. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int calls, limit = 20;
struct point { int x, y; };
static struct point move(struct point p, int by) { calls++; p.x += by; p.y -= by; return p; }
static int steps(int n) { int before = n; if (n <= 0) return calls; calls = calls + 1; int r = steps(n - 2); return r + before; }
static int pick(int a, int b, int c) { return c ? a : b; }
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 9);
  struct point p = {n, m}, q;
  q = move(p, 3);
  for (int i = 0; i < n; i++) {
    if (i == 4) continue;
    if (m > limit) { m -= 7; break; }
    q = move(q, i);
    switch (m & 3) { case 0: m++; case 1: limit--; break; case 2: goto out; default: m += pick(i, n, q.x > q.y); }
  }
out:;
  int r = steps(n), k;
  k = r > m || (n && q.x == p.x) ? r : m;
  return k + q.y;
}
