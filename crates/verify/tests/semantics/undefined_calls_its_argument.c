// expect: FALSE
// A function that is given may be called.
extern void reach_error(void);
extern void install(void (*handler)(int));
static void handler(int n) {
  if (n == 42)
    reach_error();
}
int main(void) {
  install(handler);
  return 0;
}
