// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memmove(void *, const void *, unsigned long);
/* Removes an element from the middle. */
int main(void) {
  int *v = malloc(5 * sizeof(int));
  for (int i = 0; i < 5; i++)
    v[i] = i;
  unsigned at = __VERIFIER_nondet_uint();
  if (at < 5) {
#ifdef BUG
    memmove(v + at, v + at + 1, (5 - at) * sizeof(int));
#else
    memmove(v + at, v + at + 1, (4 - at) * sizeof(int));
#endif
    v[4] = -1;
  }
  int x = v[4];
  free(v);
  return x > 0;
}
