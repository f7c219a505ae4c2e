// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* Counting down with an unsigned index. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5)
    return 0;
  long *v = malloc((n + 1) * sizeof(long));
#ifdef BUG
  for (unsigned i = n; i >= 0; i--)
#else
  for (unsigned i = n; i-- > 0;)
#endif
    v[i] = 1;
  long x = n ? v[0] : 0;
  free(v);
  return x > 1;
}
