// expect: TRUE
// Both files have a record of this name for themselves, and share one that points to it.
extern void reach_error(void);
struct node { int value; struct node *next; };
struct list { struct node *first; int length; };
void touch(struct list *);
int total(struct list *);
int main(void) {
  struct node b = {2, 0}, a = {1, &b};
  struct list l = {&a, 2};
  touch(&l);
  if (l.length != 3 || l.first->next->value != 2 || total(&l) != 10)
    reach_error();
  return 0;
}
