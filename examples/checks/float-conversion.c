#include <stdio.h>

// An amount of money in whole cents.
int main(void) {
  double amount;
  if (scanf("%lf", &amount) != 1)
    return 1;
  int cents = (int)(amount * 100);
  printf("%d\n", cents);
  return 0;
}
