// check: valid-deref
// The last lines of the input, in a ring that turns one too late.
#include <stdio.h>
#include <string.h>

static char ring[3][16];

int main(void) {
  int next = 0, seen = 0;
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    if (next > 3)
      next = 0;
    strcpy(ring[next++], line); /* BUG */
    seen++;
  }
  printf("%d\n", seen);
  return 0;
}
