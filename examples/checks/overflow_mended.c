#include <stdio.h>

// The price of tickets for 1250 cents each; nobody buys more than 100.
int main(void) {
  int tickets;
  if (scanf("%d", &tickets) != 1 || tickets < 0 || tickets > 100)
    return 1;
  printf("%d cents\n", tickets * 1250);
  return 0;
}
