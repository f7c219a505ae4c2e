// expect: TRUE
// An object defined const keeps its content, even where the way to it is not const.
extern void reach_error(void);
struct node { int *p; };
extern void get(struct node *node);
static const int limit = 5;
int main(void) {
  struct node node = {(int *)&limit};
  get(&node);
  if (limit != 5)
    reach_error();
  return 0;
}
