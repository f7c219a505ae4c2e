// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
struct pair { int a, b; };

int main(void) {
  struct pair p = {1, 2}, q = {__VERIFIER_nondet_int(), 0};
#ifndef BUG
  if (q.a > 100)
    q.a = 100;
#endif
  memcpy(&p, &q, sizeof p);
  int sum = p.a + 1;
  return sum == p.b;
}
