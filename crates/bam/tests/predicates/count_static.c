// expect: true
// tree: any
// with: BUG
// expect: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int count;
static void walk(int n) {
  if (n <= 0)
    return;
  count++;
  walk(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000)
    return 0;
  count = 0;
  walk(n);
#ifdef BUG
  if (count == 4)
#else
  if (count != n)
#endif
    reach_error();
  return 0;
}
