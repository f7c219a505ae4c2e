// expect: FALSE
// A function without a body may set `errno`, one that changes no memory does not.
extern void reach_error(void);
extern int *__errno_location(void);
extern int f(void);
extern int g(void) __attribute__((pure));

int main(void) {
  *__errno_location() = 0;
  g();
  if (*__errno_location())
    return 0;
  f();
  if (*__errno_location() == 5)
    reach_error();
  return 0;
}
