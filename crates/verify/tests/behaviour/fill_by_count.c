// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 17
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* A buffer of any size, filled in a loop. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000)
    return 0;
  char *b = malloc(n + 1);
  unsigned i = 0;
  while (i < n) {
    b[i] = 'x';
#ifdef BUG
    i += 2;
    b[i] = 'y';
#else
    i++;
#endif
  }
  b[n] = 0;
  free(b);
  return 0;
}
