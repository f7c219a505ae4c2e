// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 5
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000)
    return 0;
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
#ifdef BUG
    b[n - i ] = a[i];
#else
    b[n - i - 1] = a[i];
#endif
  free(a);
  free(b);
  return 0;
}
