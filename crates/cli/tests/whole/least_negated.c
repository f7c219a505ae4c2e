// check: overflow
// The least number has no opposite.
#include <stdio.h>

int main(void) {
  int number;
  if (scanf("%d", &number) != 1)
    return 1;
  if (number < 0)
    number = -number; /* BUG */
  printf("%d\n", number);
  return 0;
}
