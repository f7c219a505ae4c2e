// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 12
extern int __VERIFIER_nondet_int(void);
static int depth = 0, weight = 1;

static void down(int n) {
  if (n <= 0)
    return;
  weight = weight * 7;
  depth++;
  down(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BUG
  if (n > 12)
#else
  if (n > 11)
#endif
    n = 0;
  down(n);
  return weight == 49 && depth == 2;
}
