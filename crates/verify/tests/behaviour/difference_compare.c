// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648 1
extern int __VERIFIER_nondet_int(void);
/* A comparator by subtraction. */
static int compare(const int *a, const int *b) {
#ifdef BUG
  return *a - *b;
#else
  return (*a > *b) - (*a < *b);
#endif
}

int main(void) {
  int v[2];
  v[0] = __VERIFIER_nondet_int();
  v[1] = __VERIFIER_nondet_int();
  int (*by)(const int *, const int *) = compare;
  if (by(&v[0], &v[1]) > 0) {
    int t = v[0];
    v[0] = v[1];
    v[1] = t;
  }
  return v[0] > v[1];
}
