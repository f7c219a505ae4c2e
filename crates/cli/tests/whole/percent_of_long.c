// check: float-conversion
#include <stdio.h>

int main(void) {
  int part, whole;
  if (scanf("%d %d", &part, &whole) != 2 || part <= 0 || whole <= 0)
    return 1;
  double share = (double)part / whole * 100;
  signed char percent = (signed char)share; /* BUG */
  printf("%d %%\n", percent);
  return 0;
}
