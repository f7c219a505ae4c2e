// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1 0 1 0
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int v; };
struct queue { struct node *first, *last; };

static void put(struct queue *q, int v) {
  struct node *n = malloc(sizeof *n);
  n->v = v;
  n->next = 0;
  if (q->last)
    q->last->next = n;
  else
    q->first = n;
  q->last = n;
}

static void get(struct queue *q) {
  struct node *n = q->first;
  if (!n)
    return;
  q->first = n->next;
#ifndef BUG
  if (!q->first)
    q->last = 0;
#endif
  free(n);
}

int main(void) {
  struct queue q = {0, 0};
  for (int i = 0; i < 4; i++)
    if (__VERIFIER_nondet_bool())
      put(&q, i);
    else
      get(&q);
  while (q.first)
    get(&q);
  return 0;
}
