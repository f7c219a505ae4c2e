// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
static int x;
static void one(void) {
  if (x != 2) reach_error();
}
static void two(void) {
  x = 2;
}
int main(void) {
  atexit(one);
  atexit(two);
  exit(0);
}
