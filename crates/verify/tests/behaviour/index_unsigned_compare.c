// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: -1
extern int __VERIFIER_nondet_int(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
struct win { int cell[4]; int after; };

static int read(struct win *w, int i, unsigned size) {
#ifdef BUG
  if (i < (int)size)
#else
  if ((unsigned)i < size)
#endif
    return w->cell[i];
  return 0;
}

int main(void) {
  struct win *w = calloc(1, sizeof *w);
  int x = read(w, __VERIFIER_nondet_int(), 4);
  free(w);
  return x;
}
