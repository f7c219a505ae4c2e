// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 6
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* How far a pointer went is how much may be read back. */
int main(void) {
  int *base = malloc(6 * sizeof(int));
  int *p = base;
  unsigned steps = __VERIFIER_nondet_uint();
  while (steps-- && p < base + 6)
    *p++ = 1;
  long n = p - base;
  int sum = 0;
#ifdef BUG
  for (long i = 0; i <= n && i < 7; i++)
#else
  for (long i = 0; i < n; i++)
#endif
    sum += base[i];
  free(base);
  return sum > 6;
}
