// check: overflow
// The size of a picture.
#include <stdio.h>

int main(void) {
  int width, height;
  if (scanf("%d %d", &width, &height) != 2 || width <= 0 || height <= 0)
    return 1;
  int size = width * height; /* BUG */
  printf("%d\n", size);
  return 0;
}
