// expect: FALSE
// Input functions that fail may set `errno`, and `atof` may.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char line[4];
  errno = 0;
  if (!fgets(line, sizeof line, stdin) && errno == 5) reach_error();
  return 0;
}
