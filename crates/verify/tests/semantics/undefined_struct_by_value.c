// expect: FALSE
extern void reach_error(void);
struct view { char *start; int length; };
extern void get(struct view view);
int main(void) {
  char c = 'a';
  struct view view = {&c, 1};
  get(view);
  if (c == 'b')
    reach_error();
  return 0;
}
