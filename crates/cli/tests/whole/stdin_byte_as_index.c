// check: array-index
#include <stdio.h>

static const char digits[] = "0123456789abcdef";

int main(void) {
  int high = getchar(), low = getchar();
  if (high == EOF || low == EOF)
    return 1;
  putchar(digits[high >> 4]);
  putchar(digits[low]); /* BUG */
  return 0;
}
