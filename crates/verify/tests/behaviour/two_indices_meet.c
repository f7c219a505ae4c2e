// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 6
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* Reverses in place. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100)
    return 0;
  char *s = malloc(n + 1);
  for (int i = 0; i < n; i++)
    s[i] = (char)i;
#ifdef BUG
  int i = 0, j = n + 1;
#else
  int i = 0, j = n - 1;
#endif
  while (i < j) {
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
    i++;
    j--;
  }
  free(s);
  return 0;
}
