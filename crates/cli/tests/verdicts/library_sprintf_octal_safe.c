// expect: TRUE
// The zero that `#` asks for counts as a digit, and `0` fills up to the width all the same.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char text[16];
  sprintf(text, "%#06o", 8);
  if (strcmp(text, "000010")) reach_error();
  return 0;
}
