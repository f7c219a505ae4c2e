#include <stdio.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

// The number of days of a month.
int main(void) {
  int month;
  if (scanf("%d", &month) != 1 || month < 1 || month > 12)
    return 1;
  printf("%d\n", days[month - 1]);
  return 0;
}
