// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 3 0
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct d { struct d *next, *prev; int id; };

static struct d *unlink_first(struct d *head) {
  struct d *rest = head->next;
#ifdef BUG
  rest->prev = 0;
#else
  if (rest)
    rest->prev = 0;
#endif
  free(head);
  return rest;
}

int main(void) {
  struct d *head = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 3; i++) {
    struct d *x = malloc(sizeof *x);
    x->id = i;
    x->prev = 0;
    x->next = head;
    if (head)
      head->prev = x;
    head = x;
  }
  while (head)
    head = unlink_first(head);
  return 0;
}
