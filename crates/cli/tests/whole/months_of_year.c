// check: array-index
// Days until a month, of a date that is read with its numbers unchecked.
#include <stdio.h>

static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

int main(void) {
  int day, month;
  if (scanf("%d.%d.", &day, &month) != 2 || month > 12)
    return 1;
  printf("%d\n", day / 2 + before[month - 1]); /* BUG */
  return 0;
}
