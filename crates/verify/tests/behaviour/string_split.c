// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 44 97 44
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
static char *copy(const char *from, unsigned long n) {
  char *c = malloc(n + 1);
  memcpy(c, from, n);
  c[n] = 0;
  return c;
}

int main(void) {
  char in[4];
  for (int i = 0; i < 3; i++)
    in[i] = __VERIFIER_nondet_char();
  in[3] = 0;
  char *parts[4];
  int used = 0;
  const char *start = in, *p = in;
  for (;; p++) {
    if (*p == ',' || *p == 0) {
      parts[used++] = copy(start, (unsigned long)(p - start));
      if (*p == 0)
        break;
      start = p + 1;
    }
  }
#ifdef BUG
  while (used > 1)
#else
  while (used > 0)
#endif
    free(parts[--used]);
  return 0;
}
