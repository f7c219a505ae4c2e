typedef struct { int id; long weight; } record;
void each(record *r, int n, void (*f)(record *, int)) {
  for (int i = 0; i < n; i++)
    f(r + i, i);
}
const record *best(const record *r, int n, int (*cmp)(const void *, const void *)) {
  const record *b = r;
  for (int i = 1; i < n; i++)
    if (cmp(r + i, b) > 0)
      b = r + i;
  return b;
}
