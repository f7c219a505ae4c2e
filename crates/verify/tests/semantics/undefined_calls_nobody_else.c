// expect: TRUE
// A function that is not given is not called.
extern void reach_error(void);
extern void install(void (*handler)(int), int *data);
static int touched;
static void other(int n) { touched = n; }
static void handler(int n) { (void)n; }
int main(void) {
  void (*f)(int) = other;
  int data = 0;
  install(handler, &data);
  if (touched != 0)
    reach_error();
  f(0);
  return 0;
}
