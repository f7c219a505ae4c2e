// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
/* A comparator by subtraction. */
static int compare(const int *a, const int *b) {
  return (*a > *b) - (*a < *b);
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
