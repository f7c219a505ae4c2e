// expect: TRUE
// check: valid-free
// with: BUG
// expect: FALSE
// check: valid-free
// input: 7919
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* Only one number of four thousand million takes both branches. */
int main(void) {
  unsigned code = __VERIFIER_nondet_uint();
  long *block = malloc(3 * sizeof(long));
  block[2] = 4;
  int released = 0;
  if (code % 10007u == 7919u && code < 10007u) {
    free(block);
    released = 1;
  }
#ifdef BUG
  if (!released || code == 7919u)
#else
  if (!released || 0)
#endif
    free(block);
  return 0;
}
