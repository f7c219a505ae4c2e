// expect: FALSE
extern void reach_error(void);
struct node { struct node *next; int value; };
extern void change(struct node *list);
int main(void) {
  struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1};
  change(&a);
  if (c.value == 30)
    reach_error();
  return 0;
}
