// expect: FALSE
// A short line in a long buffer.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char b[256];
  if (fgets(b, sizeof b, stdin) && strcmp(b, "ok\n") == 0) reach_error();
  return 0;
}
