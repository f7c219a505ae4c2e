// expect: UNKNOWN
// Members that the program never reads lead from memory outside to an object that code outside knows.
extern void reach_error(void);
struct link {
  struct link *next;
  int *value;
};
extern void show(int *);
extern struct link *get(void);
extern void change(struct link *);
static int shown;
int main(void) {
  show(&shown);
  struct link *got = get();
  if (!got)
    return 0;
  shown = 0;
  change(got);
  if (shown == 5)
    reach_error();
  return 0;
}
