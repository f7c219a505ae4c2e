// expect: FALSE
// A function without a body may set `errno`, one that changes no memory does not.
extern void reach_error(void);
extern int *__errno_location(void);
#define errno (*__errno_location())
extern int f(void);
extern int g(void) __attribute__((pure));

int main(void) {
  errno = 0;
  g();
  if (errno)
    return 0;
  f();
  if (errno == 5)
    reach_error();
  return 0;
}
