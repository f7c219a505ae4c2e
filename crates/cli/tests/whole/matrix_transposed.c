// check: array-index
#include <stdio.h>

int main(void) {
  int rows, columns, from[2][3] = {{1, 2, 3}, {4, 5, 6}}, to[3][2] = {{0}};
  if (scanf("%d %d", &rows, &columns) != 2 || rows < 1 || columns < 1 || rows > 3 || columns > 3)
    return 1;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      to[j][i] = from[i][j]; /* BUG */
  printf("%d\n", to[0][0]);
  return 0;
}
