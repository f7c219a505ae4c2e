// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
extern void *malloc(unsigned long);
extern void free(void *);

/* Prints what lies at a place that the user names. */
int main(void) {
  int n = 3;
  int *log = malloc(n * sizeof(int));
  int i;
  for (i = 0; i < n; i++)
    log[i] = i * 10;
  int pick = __VERIFIER_nondet_int();
#ifdef BUG
  if (pick < 0 || pick > n) {
#else
  if (pick < 0 || pick >= n) {
#endif
    free(log);
    return 1;
  }
  printf("%d\n", log[pick]);
  free(log);
  return 0;
}
