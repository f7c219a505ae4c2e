#include <stdio.h>

// The number of digits of a number.
static unsigned digits(unsigned number, unsigned base) {
  unsigned count = 1;
  while (number >= base) {
    number /= base;
    count++;
  }
  return count;
}

int main(void) {
  unsigned number, base;
  if (scanf("%u %u", &number, &base) != 2 || base < 2)
    return 1;
  printf("%u\n", digits(number, base));
  return 0;
}
