// check: division
// The mean of the numbers of the standard input, of which there may be none.
#include <stdio.h>

int main(void) {
  int sum = 0, count = 0, c;
  while ((c = getchar()) != EOF) {
    if (c == '\n')
      break;
    sum += c - '0';
    count++;
  }
  printf("%d\n", sum / count); /* BUG */
  return 0;
}
