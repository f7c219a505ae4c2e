// expect: TRUE
// Nothing is changed behind a pointer to const, however far.
extern void reach_error(void);
struct view { int *start; int n; };
extern void show(const struct view *view);
int main(void) {
  int x = 1;
  struct view view = {&x, 2};
  show(&view);
  if (x != 1 || view.n != 2)
    reach_error();
  return 0;
}
