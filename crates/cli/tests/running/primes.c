// arguments: {d}
// input: none
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int limit = argc > 1 ? abs(atoi(argv[1])) * 3 : 50, count = 0;
  char *composite = calloc(limit + 1, 1);
  for (int i = 2; i <= limit; i++) {
    if (composite[i])
      continue;
    printf("%d%c", i, ++count % 8 ? ' ' : '\n');
    for (int j = 2 * i; j <= limit; j += i)
      composite[j] = 1;
  }
  printf("\n%d primes up to %d\n", count, limit);
  free(composite);
  return count & 0xff;
}
