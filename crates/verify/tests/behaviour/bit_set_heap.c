// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 66
extern unsigned __VERIFIER_nondet_uint(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
/* A set of numbers below n, one bit each. */
static void add(unsigned char *set, unsigned x) {
  set[x / 8] |= (unsigned char)(1u << (x % 8));
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 256)
    return 0;
#ifdef BUG
  unsigned bytes = n / 8 + (n & 1);
#else
  unsigned bytes = (n + 7) / 8;
#endif
  unsigned char *set = calloc(bytes, 1);
  for (unsigned x = 0; x < n; x += 1 + x)
    add(set, x);
  add(set, n - 1);
  int some = set[0];
  free(set);
  return some == 0;
}
