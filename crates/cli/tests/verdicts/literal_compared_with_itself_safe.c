// expect: TRUE
// Whether equal string literals at two places are one object is open; a literal is one with itself.
#include <string.h>
extern void reach_error(void);
static const char *name(void) { return "hello world"; }
int main(void) {
  const char *text = "hello world";
  if (strchr(text, 'o') != text + 4 || strrchr(text, 'o') - text != 7)
    reach_error();
  if (name() != name())
    reach_error();
  return 0;
}
