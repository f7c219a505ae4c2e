// expect: FALSE
// What a function that is called back returned, in a record, another function may return later.
extern void reach_error(void);
struct found { int count, *first; };
extern void with(struct found (*give)(void));
extern int *get(void);
static int hidden;
static struct found give(void) { struct found it = {1, &hidden}; return it; }
int main(void) {
  with(give);
  hidden = 0;
  int *p = get();
  if (!p) return 0;
  *p = 5;
  if (hidden == 5)
    reach_error();
  return 0;
}
