// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 4
extern int __VERIFIER_nondet_int(void);
static int total(int n) {
  int v[n];
  int *p = v;
  for (int i = 0; i < n; i++)
    p[i] = i;
  int sum = 0;
#ifdef BUG
  for (int i = n + 1; i-- > 0;)
#else
  for (int i = n; i-- > 0;)
#endif
    sum += p[i];
  return sum;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 6)
    return 0;
  return total(n) == 15;
}
