// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
static void set(int *where, int v) { *where = v; }
static void skip(int *where, int v) { (void)where; (void)v; }

int main(void) {
  void (*f)(int *, int) = __VERIFIER_nondet_int() == 5 ? skip : skip;
  int limit = 10;
  f(&limit, -2147483647 - 1);
  int below = limit - 1;
  return below == 8;
}
