#include <stdio.h>

// The mask for the bit with the number that is read.
int main(void) {
  unsigned bit;
  if (scanf("%u", &bit) != 1 || bit > 31)
    return 1;
  printf("%x\n", 1u << bit);
  return 0;
}
