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
  if (p != 0)
    sum += p[0];
  free(p);
  return sum;
}
