/* A list on the heap: built, walked, freed; then built again in the freed names. */
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int value; struct node *next; };
struct node *push(struct node *head, int value) {
  struct node *n = (struct node *)malloc(sizeof(struct node));
  n->value = value;
  n->next = head;
  return n;
}
int main(void) {
  int sum = 0;
  for (int round = 0; round < 2; round++) {
    struct node *head = 0;
    for (int i = 0; i < 5; i++) head = push(head, i * i);
    while (head) {
      struct node *next = head->next;
      sum += head->value;
      free(head);
      head = next;
    }
  }
  return sum;
}
