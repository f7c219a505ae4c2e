// expect: true
// with: BUG
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

// No recursion: one function, two contexts, a static that only one of the callees changes.
static int kept, set;
static int next(int x) { return x + 1; }
static void store(int v) { set = v; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000 || x < 0)
    return 0;
  kept = x;
  int y = next(x);
  store(y);
  y = next(y);
#ifdef BUG
  if (y != x + 2 || set != x + 1 || kept == x)
#else
  if (y != x + 2 || set != x + 1 || kept != x)
#endif
    reach_error();
  return 0;
}
