// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 2
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
static void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
#ifdef BUG
  if (a != b)
    *b = *a;
#else
  *b = t;
#endif
}

int main(void) {
  int *small = malloc(sizeof(int)), *big = malloc(4 * sizeof(int));
  *small = 1;
  big[3] = 2;
  if (__VERIFIER_nondet_int() > 0)
    swap(&small, &big);
  free(small);
  free(big);
  return 0;
}
