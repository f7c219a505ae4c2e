// check: shift
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *level = getenv("LEVEL");
  int bits = level ? level[0] - '0' : 4;
  printf("%d\n", 1 << bits); /* BUG */
  return 0;
}
