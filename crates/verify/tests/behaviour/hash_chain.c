// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 0 4 4
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
struct e { int k; struct e *n; };

static struct e **slot(struct e **t, int k) {
  struct e **s = &t[(unsigned)k % 2];
  while (*s && (*s)->k != k)
    s = &(*s)->n;
  return s;
}

int main(void) {
  struct e **t = calloc(2, sizeof *t);
  for (int i = 0; i < 3; i++) {
    int k = __VERIFIER_nondet_int();
    struct e **s = slot(t, k);
#ifdef BUG
    {
#else
    if (!*s) {
#endif
      *s = malloc(sizeof **s);
      (*s)->k = k;
      (*s)->n = 0;
    }
  }
  for (int i = 0; i < 2; i++)
    while (t[i]) {
      struct e *n = t[i]->n;
      free(t[i]);
      t[i] = n;
    }
  free(t);
  return 0;
}
