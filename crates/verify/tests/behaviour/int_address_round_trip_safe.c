// expect: TRUE
// check: valid-memsafety
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* A pointer kept as a number is the same pointer. */
int main(void) {
  int *p = malloc(2 * sizeof(int));
  unsigned long bits = (unsigned long)p;
  p[0] = p[1] = 1;
  if (__VERIFIER_nondet_bool())
    p = 0;
  int *q = (int *)bits;
  q[1] = 3;
  int x = q[0];
  free(q);
  return x - 1;
}
