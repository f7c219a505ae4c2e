// arguments: 
// input: runs
#include <stdio.h>

int main(void) {
  int before = EOF, c, count = 0, pairs = 0;
  do {
    c = getchar();
    if (c == before && count < 9) {
      count++;
      continue;
    }
    if (before != EOF) {
      printf("%d%c", count, before == '\n' ? '$' : before);
      pairs++;
    }
    before = c;
    count = 1;
  } while (c != EOF);
  printf("\n%d\n", pairs);
  return pairs % 200;
}
