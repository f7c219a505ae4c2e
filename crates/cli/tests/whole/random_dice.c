// check: array-index
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int counts[6] = {0};
  for (int i = 0; i < 3; i++)
    counts[rand() % 6 + 1]++; /* BUG */
  printf("%d\n", counts[0]);
  return 0;
}
