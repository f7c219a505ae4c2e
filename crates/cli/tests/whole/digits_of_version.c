// check: valid-deref
// The parts of a version, of which there are no more than three.
#include <stdio.h>

int main(int argc, char **argv) {
  int parts[3] = {0}, count = 0;
  if (argc < 2)
    return 2;
  for (const char *at = argv[1]; *at; at++) {
    if (*at == '.')
      count++;
    else if (*at >= '0' && *at <= '9')
      parts[count] = *at - '0'; /* BUG */
  }
  printf("%d.%d.%d\n", parts[0], parts[1], parts[2]);
  return 0;
}
