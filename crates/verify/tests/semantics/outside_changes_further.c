// expect: FALSE
extern void reach_error(void);
struct list { int length; struct list *next; };
extern struct list *get(void);
extern void fill(struct list *);
int main(void) {
  struct list *list = get();
  if (!list || !list->next)
    return 0;
  list->next->length = 1;
  fill(list);
  if (list->next && list->next->length == 5)
    reach_error();
  return 0;
}
