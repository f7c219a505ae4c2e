// expect: TRUE
// The record itself is a copy.
extern void reach_error(void);
struct view { char *start; int length; };
extern void get(struct view view);
int main(void) {
  char c = 'a';
  struct view view = {&c, 1};
  get(view);
  if (view.length != 1 || view.start != &c)
    reach_error();
  return 0;
}
