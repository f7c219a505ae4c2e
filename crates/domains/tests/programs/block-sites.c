/* Memory made in blocks that track it and written outside, where it may not be tracked. */
extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
struct node *last;
struct node *make(int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->value = value; n->next = next; last = n;
  return n;
}
int read(struct node **a, struct node *b) { b->value++; return (*a)->value + b->value; }
int main(void) {
  int i, s = 0;
  for (i = 0; i < 8; i++) {
    struct node *one = make(i, 0), *two, *three;
    one->value = 3;
    two = make(s, one);
    two->next->value = i;
    s += read(&one, two);
    three = make(one->value, two);
    s += read(&three, one) + (one == two) + (three == last);
  }
  return s;
}
