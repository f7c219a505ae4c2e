/* A write through a pointer of which it is not known to which of two nodes it goes. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
struct node { int data; struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *of[2];
  int k = __VERIFIER_nondet_int() != 0, r = 0;
  a->data = b->data = 0;
  a->next = b;
  b->next = 0;
  of[0] = a;
  of[1] = b;
  of[k]->data = 1;
  if (a->data == 1) r = 1;
  if (a->next->data == 1) r = 2;
  of[k]->next = 0;
  if (!a->next) r = 3;
  return r;
}
