// expect: FALSE
#include <stdlib.h>
extern void reach_error(void);
static void end(void) {
  reach_error();
}
static void deep(int n) {
  if (n == 0) exit(3);
  deep(n - 1);
}
int main(void) {
  atexit(end);
  deep(2);
  return 0;
}
