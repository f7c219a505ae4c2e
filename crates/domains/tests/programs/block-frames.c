/* Pointers to callers' locals, down the stack and back. */
extern int __VERIFIER_nondet_int(void);
struct pair { int first; unsigned low : 4; int high : 5; struct pair *other; };
int total;
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int add_up(int *to, int n) {
  int here = n;
  if (n > 0) { *to += n; here = add_up(to, n - 1); swap(&here, to); swap(to, &here); }
  return here;
}
int chain(int *before, int n) {
  int mine = n + *before;
  if (n > 0 && n < 6) { chain(&mine, n - 1); total += mine; *before = mine; }
  return mine;
}
void fields(struct pair *p, struct pair **where) {
  p->low = p->low + 3;
  p->high = -p->first;
  if (p->other) { p->other->first++; *where = p->other; }
}
int outer(int **p, int *q) { int *old = *p; *p = q; swap(old, *p); return *old; }
int main(void) {
  int a = 1, b = 2, i; int *p = &a;
  struct pair s = { 3, 4, 5, 0 }, t = { 6, 7, 8, &s }, *w = &s, *at = &t;
  swap(&a, &b);
  a += add_up(&b, 4);
  chain(&a, 3);
  for (i = 0; i < 3; i++) { fields(at, &w); swap(&t.first, &a); at = w; }
  if (outer(&p, &b) > 3) *p = 9;
  p = __VERIFIER_nondet_int() > 2 ? &a : &b;
  *p = 11;                       /* one of two: everything exposed is forgotten */
  swap(&a, &b);
  for (i = 0; i < 4; i++) { int local = i; chain(&local, i); total ^= local; }
  return a + b + total + t.high + s.low;
}
