// expect: TRUE
// flags: --analysis shape --check valid-memtrack,valid-deref,valid-free
// expect: TRUE
// flags: --check valid-memtrack,valid-deref,valid-free
// with: BUG
// expect: FALSE
// flags: --check valid-memtrack,valid-deref,valid-free
/* A list is reversed and then freed. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int data; struct node *next; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) for (;;) ;
    n->data = 1;
    n->next = list;
    list = n;
  }
  struct node *turned = 0;
  while (list) {
    struct node *next = list->next;
    list->next = turned;
    turned = list;
    list = next;
  }
#ifndef BUG
  list = turned;
#endif
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
