#include <stdio.h>

// The mean of the numbers in the input, if there is one.
int main(void) {
  long sum = 0, count = 0;
  for (short number; scanf("%hd", &number) == 1 && count < 1000; count++)
    sum += number;
  if (count > 0)
    printf("%ld\n", sum / count);
  return 0;
}
