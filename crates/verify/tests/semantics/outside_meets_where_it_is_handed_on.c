// expect: FALSE
// A pointer from outside that the program only hands on is the address of an object all the same.
extern void reach_error(void);
struct pair {
  int left, right;
};
extern void show(struct pair *);
extern struct pair *get(void);
extern void change(void *);
static struct pair shown;
int main(void) {
  show(&shown);
  void *got = get();
  shown.right = 0;
  change(got);
  if (shown.right == 5)
    reach_error();
  return 0;
}
