/* The same allocation site in callers and callees, memory freed and made anew, pointers that stay behind. */
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
struct node *spare;
struct node *make(int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->value = value; n->next = next;
  return n;
}
void drop(struct node *n) { n->value = -1; free(n); }
struct node *again(struct node *n) { struct node *next = n->next; int v = n->value; drop(n); return make(v + 1, next); }
int sum(struct node *n) { if (!n) return 0; n->value++; return n->value + sum(n->next); }
struct node *build(int n) { if (n <= 0) return 0; return make(n, build(n - 1)); }
struct node *replace(struct node *keep, int n) {
  struct node *mine = make(n, keep);
  if (n > 0) { spare = replace(mine, n - 1); drop(spare); spare = make(7, mine); }
  return make(keep->value + n, 0);
}
int main(void) {
  struct node *list = build(4), *first = list, *other = make(20, 0), *third;
  int i, s = sum(list);
  list = again(list);
  first = list->next;
  other->value = 5;
  third = replace(other, 3);
  s += first->value + other->value + third->value + spare->value;
  for (i = 0; i < 3; i++) { struct node *n = list; list = make(i, list); if (i == 1) { list = n; } }
  other = again(other);
  while (list) { struct node *n = list; list = list->next; s += n->value; if (n != third) drop(n); }
  third = make(s, third);
  return third->next->value + s + spare->next->value;
}
