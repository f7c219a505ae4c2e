// expect: FALSE
// flags: --check valid-deref --analysis predicate
// expect: FALSE
// flags: --check valid-deref --analysis value-predicate
// One byte too many is written behind an object of a frame that is not main's. It was "proved": joined states said that the bytes do not
// fit, formulas that the frame may be left, and no execution did both.
#include <string.h>
static void fill(void) {
  char text[16];
  char *from = text + 4;
  strncpy(from, "ab", 13);
}
int main(void) {
  fill();
  return 0;
}
