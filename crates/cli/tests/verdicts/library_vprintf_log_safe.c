// expect: TRUE
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static void say(const char *f, ...) {
  va_list l;
  va_start(l, f);
  vprintf(f, l);
  va_end(l);
}
int main(void) {
  int n = 0;
  say("abc %d %s", n, "x");
  if (n == 3) reach_error();
  return 0;
}
