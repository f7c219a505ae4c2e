// expect: TRUE
// Constructors run in the order in which they are defined, destructors in the opposite one.
extern void reach_error(void);
static int order;
static void one(void) __attribute__((constructor));
static void two(void) __attribute__((constructor));
static void first(void) __attribute__((destructor));
static void last(void) __attribute__((destructor));
static void two(void) { order = 10 * order + 2; }
static void one(void) { order = 10 * order + 1; }
static void last(void) { if (order != 213) reach_error(); }
static void first(void) { order = 10 * order + 3; }
int main(void) {
  if (order != 21) reach_error();
  return 0;
}
