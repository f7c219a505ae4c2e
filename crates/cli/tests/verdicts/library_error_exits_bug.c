// expect: FALSE
// 'error' ends the program as 'exit' does, unless its status is 0.
#include <stdlib.h>
extern void reach_error(void);
void error(int, int, const char *, ...);
static int x;
static void end(void) {
  if (x == 1) reach_error();
}
int main(void) {
  atexit(end);
  error(0, 0, "a warning");
  x = 1;
  error(1, 0, "the end");
  x = 2;
  return 0;
}
