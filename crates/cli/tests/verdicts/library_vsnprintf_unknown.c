// expect: UNKNOWN
#include <stdio.h>
#include <stdarg.h>
extern void reach_error(void);
static void say(char *to, const char *f, ...) {
  va_list l;
  va_start(l, f);
  vsnprintf(to, 8, f, l);
  va_end(l);
}
int main(void) {
  char b[8] = "zz";
  say(b, "%d", 5);
  if (b[0] == '5') reach_error();
  return 0;
}
