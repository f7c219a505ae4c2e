// expect: TRUE
// check: valid-deref,valid-free,valid-memcleanup
// with: BUG
// expect: FALSE
// check: valid-deref,valid-free
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 2)
    return 0;
  while (count-- > 0) {
    struct node *node = malloc(sizeof *node);
    node->value = count;
    node->next = list;
    list = node;
  }
#ifdef BUG
  for (; list; list = list->next)
#else
  while (list) {
    struct node *next = list->next;
#endif
    free(list);
#ifndef BUG
    list = next;
  }
#endif
  return 0;
}
