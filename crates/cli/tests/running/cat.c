// arguments: {o:-n|-b|-e}?
// input: text
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  char line[64];
  int number = 0, start = 1;
  const char *option = argc > 1 ? argv[1] : "";
  while (fgets(line, sizeof line, stdin)) {
    size_t length = strlen(line);
    int ends = length > 0 && line[length - 1] == '\n';
    if (start && (!strcmp(option, "-n") || (!strcmp(option, "-b") && line[0] != '\n')))
      printf("%6d\t", ++number);
    if (ends)
      line[length - 1] = 0;
    fputs(line, stdout);
    if (ends)
      puts(strcmp(option, "-e") ? "" : "$");
    start = ends;
  }
  return 0;
}
