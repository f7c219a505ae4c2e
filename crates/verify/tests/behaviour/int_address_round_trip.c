// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* A pointer kept as a number is the same pointer. */
int main(void) {
  int *p = malloc(2 * sizeof(int));
  unsigned long bits = (unsigned long)p;
  p[0] = p[1] = 1;
  if (__VERIFIER_nondet_bool())
#ifdef BUG
    free(p);
#else
    p = 0;
#endif
  int *q = (int *)bits;
  q[1] = 3;
  int x = q[0];
  free(q);
  return x - 1;
}
