// expect: UNKNOWN
// The same where the function is left behind a pointer, in a record.
extern void reach_error(void);
struct actions {
  int count;
  void (*action)(void);
};
extern void with(void (*)(struct actions *));
static void fail(void) { reach_error(); }
static void fill(struct actions *to) {
  to->count = 1;
  to->action = fail;
}
int main(void) {
  with(fill);
  return 0;
}
