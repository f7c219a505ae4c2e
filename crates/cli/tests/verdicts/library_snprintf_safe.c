// expect: TRUE
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[8];
  int n = snprintf(b, sizeof b, "%d:%s", 12, "abcdefgh");
  if (n != 11 || strcmp(b, "12:abcd") != 0) reach_error();
  return 0;
}
