// expect: UNKNOWN
// flags: --analysis value
// How long a text is that is printed by a list of arguments is not known; that it is so or so is no input.
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vprintf(format, list);
  va_end(list);
  return length;
}
int main(void) {
  int length = say("%s", "hello");
  if (length >= 0 && length != 5)
    reach_error();
  return 0;
}
