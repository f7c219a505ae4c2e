// expect: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int step(int x) { return x < 100 ? x + 1 : x; }
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int())
    x = step(x);
  if (x > 100)
    reach_error();
  return 0;
}
