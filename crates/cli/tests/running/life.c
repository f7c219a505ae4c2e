// arguments: {p}
// input: text
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 12 };

static unsigned char grid[2][SIZE][SIZE];

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 1, now = 0, c, at = 0;
  while ((c = getchar()) != EOF && at < SIZE * SIZE)
    grid[0][at / SIZE][at % SIZE] = c & 1, at++;
  for (; rounds > 0; rounds--, now ^= 1)
    for (int y = 0; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++) {
        int around = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
              around += grid[now][(y + dy + SIZE) % SIZE][(x + dx + SIZE) % SIZE];
        grid[!now][y][x] = around == 3 || (around == 2 && grid[now][y][x]);
      }
  int alive = 0;
  for (int y = 0; y < SIZE; y++) {
    char row[SIZE + 1] = {0};
    for (int x = 0; x < SIZE; x++) {
      row[x] = grid[now][y][x] ? '#' : '.';
      alive += grid[now][y][x];
    }
    puts(row);
  }
  return alive;
}
