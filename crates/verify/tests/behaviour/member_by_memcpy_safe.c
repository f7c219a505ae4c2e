// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
struct pair { int a, b; };

int main(void) {
  struct pair p = {1, 2}, q = {__VERIFIER_nondet_int(), 0};
  if (q.a > 100)
    q.a = 100;
  memcpy(&p, &q, sizeof p);
  int sum = p.a + 1;
  return sum == p.b;
}
