// check: array-index
// Its own clock, which counts: the system's is another.
#include <stdio.h>

static int ticks;

int clock(void) { return ++ticks; }

int main(int argc, char **argv) {
  int seen[3] = {0};
  clock();
  clock();
  printf("%d %s\n", seen[clock() + argc - 1], argv[0]); /* BUG */
  return 0;
}
