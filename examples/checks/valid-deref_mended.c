#include <stdio.h>
#include <stdlib.h>

// Room for some numbers, with a zero behind them.
int main(void) {
  unsigned count;
  if (scanf("%u", &count) != 1 || count > 1000)
    return 1;
  int *numbers = malloc((count + 1) * sizeof *numbers);
  if (!numbers)
    return 1;
  numbers[count] = 0;
  free(numbers);
  return 0;
}
