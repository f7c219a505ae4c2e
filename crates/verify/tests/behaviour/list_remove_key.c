// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 5 6 7 5
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct cell { int key; struct cell *next; };

static struct cell *cons(int key, struct cell *rest) {
  struct cell *c = malloc(sizeof *c);
  c->key = key;
  c->next = rest;
  return c;
}

static void drop(struct cell **where, int key) {
  while (*where) {
    struct cell *c = *where;
    if (c->key == key) {
#ifdef BUG
      /* the predecessor still points to it */
#else
      *where = c->next;
#endif
      free(c);
      return;
    }
    where = &c->next;
  }
}

int main(void) {
  struct cell *list = 0;
  for (int i = 0; i < 3; i++)
    list = cons(__VERIFIER_nondet_int(), list);
  drop(&list, __VERIFIER_nondet_int());
  while (list) {
    struct cell *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
