// arguments: -n {d}
// input: text
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char *argv[]) {
  int option;
  long count = 10;
  while ((option = getopt(argc, argv, "n:")) != -1) {
    if (option != 'n')
      return 2;
    char *end;
    count = strtol(optarg, &end, 10);
    if (*end || count < 0) {
      fprintf(stderr, "%s: bad number '%s'\n", argv[0], optarg);
      return 1;
    }
  }
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while (count-- > 0 && (length = getline(&line, &room, stdin)) > 0)
    fwrite(line, 1, length, stdout);
  free(line);
  return 0;
}
