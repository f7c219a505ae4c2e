// Intrusive lists: constant arithmetic on pointers keeps fields apart.
struct list { struct list *next, *prev; };
struct item { int key; struct list link; int data; };
struct list head;
struct item a, b;
void add(struct list *n, struct list *at) {
  n->next = at->next;
  n->prev = at;
  at->next->prev = n;
  at->next = n;
}
int main(void) {
  head.next = head.prev = &head;
  a.key = 1;
  b.key = 2;
  add(&a.link, &head);
  add(&b.link, &head);
  int sum = 0;
  for (struct list *p = head.next; p != &head; p = p->next) {
    struct item *it = (struct item *)((char *)p - __builtin_offsetof(struct item, link));
    it->data = it->key;
    sum += it->data;
  }
  struct item *by_integer = (struct item *)((unsigned long)head.next - (unsigned long)&((struct item *)0)->link);
  return sum + by_integer->key;
}
