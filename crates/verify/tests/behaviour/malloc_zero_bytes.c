// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 0
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* An allocation of no bytes may not be accessed. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4;
  unsigned short *p = malloc(n * sizeof *p);
  unsigned short sum = 0;
  for (unsigned i = 0; i < n; i++)
    p[i] = (unsigned short)i;
#ifdef BUG
  if (p != 0)
#else
  if (n != 0)
#endif
    sum += p[0];
  free(p);
  return sum;
}
