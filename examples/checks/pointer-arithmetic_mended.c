#include <stdio.h>

// An array that is counted from 1.
int main(void) {
  static int rows[4] = {10, 20, 30, 40};
  int row;
  if (scanf("%d", &row) != 1 || row < 1 || row > 4)
    return 1;
  printf("%d\n", rows[row - 1]);
  return 0;
}
