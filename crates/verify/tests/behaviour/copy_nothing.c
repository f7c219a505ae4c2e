// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 0
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
/* A length of zero copies nothing: the one-past-the-end pointer is fine. */
int main(void) {
  char from[6] = {1, 2, 3, 4, 5, 6};
  char *to = malloc(6);
  unsigned start = __VERIFIER_nondet_uint();
  if (start > 6)
    start = 6;
  unsigned rest = 6 - start;
  memcpy(to + start, from + start, rest);
  memcpy(to, from + 6, 0);
#ifdef BUG
  if (rest > 0 || start == 0)
#else
  if (rest > 0)
#endif
    from[0] = to[start];
#ifdef BUG
  if (rest == 6)
    from[0] = to[rest];
#endif
  free(to);
  return 0;
}
