// expect: UNKNOWN
// At the end of the file the line may stay as it was.
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  size_t n = 10;
  char *line = malloc(n);
  if (!line) return 0;
  line[0] = 'x';
  if (getline(&line, &n, stdin) == -1 && line[0] == 'x') reach_error();
  return 0;
}
