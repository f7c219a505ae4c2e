// check: shift
// A bit that is named by a digit and a digit.
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc < 2 || argv[1][0] < '0' || argv[1][0] > '9')
    return 2;
  int bit = argv[1][0] - '0';
  if (argv[1][1] >= '0' && argv[1][1] <= '9')
    bit = 10 * bit + argv[1][1] - '0';
  printf("%u\n", 1u << bit); /* BUG */
  return 0;
}
