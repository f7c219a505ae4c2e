// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 4
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* The comparison function of qsort gets elements; the index is kept in a record. */
struct table { int base; int cell[4]; };
static struct table *t;

static int look(int i) {
  return t->cell[i];
}

static int apply(int (*f)(int), int i) {
#ifdef BUG
  if (i < 0 || i > 4)
#else
  if (i < 0 || i > 3)
#endif
    return -1;
  return f(i);
}

int main(void) {
  int r;
  t = malloc(sizeof *t);
  for (int i = 0; i < 4; i++)
    t->cell[i] = i * i;
  t->base = 0;
  r = apply(look, __VERIFIER_nondet_int());
  free(t);
  return r;
}
