// expect: TRUE
// The record itself is a copy.
// with: BUG
// expect: FALSE
extern void reach_error(void);
struct view { char *start; int length; };
extern void get(struct view view);
int main(void) {
  char c = 'a';
  struct view view = {&c, 1};
  get(view);
#ifdef BUG
  if (c == 'b')
#else
  if (view.length != 1 || view.start != &c)
#endif
    reach_error();
  return 0;
}
