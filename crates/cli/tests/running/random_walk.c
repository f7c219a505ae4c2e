// arguments: {d} {p}
// input: none
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  srand((unsigned)atoi(argv[1]));
  int steps = 10 * atoi(argv[2]), x = 0, y = 0;
  for (int i = 0; i < steps; i++)
    switch (rand() % 4) {
    case 0:
      x++;
      break;
    case 1:
      x--;
      break;
    case 2:
      y++;
      break;
    default:
      y--;
    }
  printf("(%d, %d) %.3f\n", x, y, rand() / (RAND_MAX + 1.0));
  return (x * x + y * y) & 0xff;
}
