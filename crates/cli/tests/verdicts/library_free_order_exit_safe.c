// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
static int done;
static void end(void) {
  if (!done) reach_error();
}
int main(int argc, char **argv) {
  atexit(end);
  done = 1;
  if (argc > 2) exit(1);
  return 2;
}
