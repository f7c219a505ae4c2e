// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = (void *)0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i;
    n->next = head;
    head = n;
  }
  int sum = 0;
  for (struct node *n = head; n != (void *)0; n = n->next)
    sum = sum * 10 + n->value;
#ifdef BUG
  if (sum != 123)
#else
  if (sum != 3210)
#endif
    reach_error();
  return 0;
}
