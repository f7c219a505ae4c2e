#include <stdio.h>

// The length of a record goes into a field of 16 bits.
int main(void) {
  unsigned length;
  if (scanf("%u", &length) != 1 || length > 32767)
    return 1;
  short field = (short)length;
  printf("%d\n", field);
  return 0;
}
