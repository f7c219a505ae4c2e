#include <stdio.h>

// The number of the lowest bit that is set in a mask, which has one.
int main(void) {
  unsigned mask;
  if (scanf("%x", &mask) != 1 || mask == 0)
    return 1;
  printf("%d\n", __builtin_ctz(mask));
  return 0;
}
