// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 1 1 1 1 1 1 1 1 1 1 1 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *ring = malloc(8 * sizeof(int));
  unsigned at = 0;
  while (__VERIFIER_nondet_bool()) {
    ring[at] = 1;
#ifdef BUG
    at = at == 8 ? 0 : at + 1;
#else
    at = at == 7 ? 0 : at + 1;
#endif
  }
  free(ring);
  return 0;
}
