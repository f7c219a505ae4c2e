// A linked list: one region for each field, whatever pointer leads there.
void *malloc(unsigned long);
struct node { int value; struct node *next; char mark; };
struct node *push(struct node *head, int value) {
  struct node *n = malloc(sizeof(struct node));
  n->value = value;
  n->next = head;
  n->mark = 'x';
  return n;
}
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) list = push(list, i);
  int sum = 0;
  for (struct node *p = list; p; p = p->next) {
    sum += p->value;
    p->mark = 0;
  }
  return sum;
}
