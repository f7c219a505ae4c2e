#include <stdio.h>

// The initials of the names on the command line.
int main(int argc, char **argv) {
  char initials[4];
  int count = 0;
  for (int i = 1; i < argc && count < 4; i++)
    initials[count++] = argv[i][0];
  initials[count] = '\0';
  puts(initials);
  return 0;
}
