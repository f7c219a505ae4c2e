// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 5
extern int __VERIFIER_nondet_int(void);
static void set(int *where, int v) { *where = v; }
static void skip(int *where, int v) { (void)where; (void)v; }

int main(void) {
#ifdef BUG
  void (*f)(int *, int) = __VERIFIER_nondet_int() == 5 ? set : skip;
#else
  void (*f)(int *, int) = __VERIFIER_nondet_int() == 5 ? skip : skip;
#endif
  int limit = 10;
  f(&limit, -2147483647 - 1);
  int below = limit - 1;
  return below == 8;
}
