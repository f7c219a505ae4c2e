// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 1 2147483647
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct acc { int n; };

int main(void) {
  struct acc a[2] = {{1}, {2}};
  unsigned i = __VERIFIER_nondet_uint() % 2;
  struct acc b;
  b.n = __VERIFIER_nondet_int();
#ifndef BUG
  if (b.n == 2147483647)
    b.n--;
#endif
  a[i] = b;
  int x = a[1].n + 1;
  return x == 4;
}
