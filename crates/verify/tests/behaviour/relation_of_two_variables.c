// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* Safe only because i + j stays what it was. */
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000)
    return 0;
  int *a = malloc(n * sizeof(int));
#ifdef BUG
  unsigned i = 0, j = n + 1;
#else
  unsigned i = 0, j = n;
#endif
  while (j > 1) {
    i++;
    j--;
  }
  a[i] = 5;
  int x = a[i];
  free(a);
  return x - 5;
}
