// check: overflow
// The least number divided by minus one.
#include <stdio.h>

int main(void) {
  int x, y;
  if (scanf("%d / %d", &x, &y) != 2 || y == 0)
    return 1;
  printf("%d\n", x / y); /* BUG */
  return 0;
}
