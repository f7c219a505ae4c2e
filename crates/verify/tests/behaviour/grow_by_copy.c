// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 7
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
struct vec { int *at; unsigned len, cap; };

static void grow(struct vec *v) {
  unsigned cap = v->cap * 2;
  int *bigger = malloc(cap * sizeof(int));
  memcpy(bigger, v->at, v->len * sizeof(int));
  free(v->at);
  v->at = bigger;
  v->cap = cap;
}

static void add(struct vec *v, int x) {
#ifdef BUG
  if (v->len > v->cap)
#else
  if (v->len == v->cap)
#endif
    grow(v);
  v->at[v->len++] = x;
}

int main(void) {
  struct vec v = {malloc(2 * sizeof(int)), 0, 2};
  unsigned n = __VERIFIER_nondet_uint() % 8;
  for (unsigned i = 0; i < n; i++)
    add(&v, (int)i);
  int sum = 0;
  for (unsigned i = 0; i < v.len; i++)
    sum += v.at[i];
  free(v.at);
  return sum == 3;
}
