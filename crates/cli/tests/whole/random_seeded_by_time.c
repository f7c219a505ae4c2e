// check: array-index
// A start that is drawn from the input and from the time, which is asked for by its address.
#include <stdio.h>
#include <time.h>

int main(void) {
  static const int steps[4] = {1, 2, 3, 5};
  time_t now = 0;
  int first = getchar();
  time(&now);
  if (first == EOF || now < 0)
    return 1;
  printf("%d\n", steps[(first ^ (int)(now & 1)) % 5]); /* BUG */
  return 0;
}
