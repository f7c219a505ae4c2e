// expect: true
// tree: any
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int rabbits(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
  return rabbits(n - 1) + rabbits(n - 2);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 20)
    return 0;
  if (rabbits(n) < 0)
    reach_error();
  return 0;
}
