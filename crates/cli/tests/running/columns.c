// arguments: {o:-c1|-c2|-c3} {o:-d,|-d-|}
// input: csv
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(const char *name) {
  fprintf(stderr, "usage: %s -cN [-dX] < table\n", name);
  exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
  int wanted = 0;
  char separator = '\t';
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] != '-')
      usage(argv[0]);
    else if (argv[i][1] == 'c')
      wanted = atoi(argv[i] + 2);
    else if (argv[i][1] == 'd')
      separator = argv[i][2];
  }
  int field = 1, c, shown = 0;
  while ((c = getchar()) != EOF) {
    if (c == '\n') {
      printf("%s\n", field < wanted ? "?" : "");
      field = 1;
    } else if (c == separator)
      field++;
    else if (field == wanted) {
      putchar(c);
      shown++;
    }
  }
  return shown % 256;
}
