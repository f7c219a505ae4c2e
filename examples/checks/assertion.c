#include <assert.h>
#include <stdio.h>

// A day of the week, some days later.
int main(void) {
  int day, later;
  if (scanf("%d %d", &day, &later) != 2 || day < 0 || day > 6)
    return 1;
  int then = (day + later % 7) % 7;
  assert(then >= 0 && then <= 6);
  printf("%d\n", then);
  return 0;
}
