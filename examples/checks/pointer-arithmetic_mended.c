#include <stdio.h>

static const int prices[4] = {10, 20, 30, 40};

// The price with the number that is read.
int main(void) {
  int number;
  if (scanf("%d", &number) != 1)
    return 1;
  if (number < 0 || number > 3)
    return 1;
  const int *price = prices + number;
  printf("%d\n", *price);
  return 0;
}
