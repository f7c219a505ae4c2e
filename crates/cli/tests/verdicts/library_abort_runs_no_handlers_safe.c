// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
static void one(void) {
  reach_error();
}
int main(int argc, char **argv) {
  atexit(one);
  if (argc) abort();
  else _Exit(1);
}
