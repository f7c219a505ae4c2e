// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 9
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 5000)
    return 0;
  char *s = malloc(n);
  for (unsigned i = 0; i + 1 < n; i++)
    s[i] = 'a';
#ifdef BUG
  s[n - 1] = 'b';
#else
  s[n - 1] = 0;
#endif
  char *p = s;
  while (*p)
    p++;
  unsigned len = (unsigned)(p - s);
  free(s);
  return len == 4;
}
