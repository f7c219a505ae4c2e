// expect: FALSE
// What is given may have changed when the function is called.
extern void reach_error(void);
extern void start(int *n, void (*run)(void));
static int *shared;
static void run(void) {
  if (*shared == 7)
    reach_error();
}
int main(void) {
  int n = 1;
  shared = &n;
  start(&n, run);
  return 0;
}
