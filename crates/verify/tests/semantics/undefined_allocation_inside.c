// expect: FALSE
extern void reach_error(void);
extern void *malloc(unsigned long);
struct node { struct node *next; int value; };
extern void change(struct node *list);
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b)
    return 0;
  a->next = b;
  b->next = 0;
  a->value = b->value = 1;
  change(a);
  if (b->value == 3)
    reach_error();
  return 0;
}
