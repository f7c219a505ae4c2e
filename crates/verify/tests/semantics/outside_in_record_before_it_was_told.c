// expect: UNKNOWN
// The same of a pointer in a record that a function without a body returns.
extern void reach_error(void);
struct pair {
  int number;
  int *pointer;
};
extern struct pair get(void);
extern void tell(int *);
static int hidden;
int main(void) {
  struct pair pair = get();
  if (!pair.pointer)
    return 0;
  hidden = 1;
  *pair.pointer = 2;
  if (hidden == 2)
    reach_error();
  tell(&hidden);
  return 0;
}
