// expect: TRUE
// check: valid-free
// with: BUG
// expect: FALSE
// check: valid-free
// input: 8
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* A small buffer on the stack, a large one on the heap. */
int main(void) {
  char small[8];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 64)
    n = 64;
  char *b = n > sizeof small ? malloc(n) : small;
  for (unsigned i = 0; i < n; i += 7)
    b[i] = 1;
#ifdef BUG
  if (n >= sizeof small)
#else
  if (n > sizeof small)
#endif
    free(b);
  return 0;
}
