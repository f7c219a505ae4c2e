// check: array-index
// -v, -vv, -vvv: each more makes it say more.
#include <stdio.h>

static const char *const levels[3] = {"errors", "warnings", "all"};

int main(int argc, char **argv) {
  int level = 0;
  if (argc == 2 && argv[1][0] == '-')
    for (const char *at = argv[1] + 1; *at == 'v'; at++)
      level++;
  printf("%s\n", levels[level]); /* BUG */
  return 0;
}
