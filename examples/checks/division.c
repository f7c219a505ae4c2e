#include <stdio.h>

// How many pages each of some readers gets.
int main(void) {
  int pages, readers;
  if (scanf("%d %d", &pages, &readers) != 2 || pages < 0)
    return 1;
  printf("%d\n", pages / readers);
  return 0;
}
