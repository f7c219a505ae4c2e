// check: overflow
// A comparison by subtraction.
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *x, const void *y) {
  return *(const int *)x - *(const int *)y; /* BUG */
}

int main(void) {
  int pair[2];
  if (scanf("%d%d", &pair[0], &pair[1]) != 2)
    return 1;
  qsort(pair, 2, sizeof *pair, compare);
  printf("%d %d\n", pair[0], pair[1]);
  return 0;
}
