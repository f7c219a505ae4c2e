// arguments: {o:-v|-c|-i}? {w}
// input: text
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int contains(const char *line, const char *what, int fold) {
  size_t length = strlen(what);
  for (; *line; line++) {
    size_t i = 0;
    while (i < length && (fold ? tolower((unsigned char)line[i]) == tolower((unsigned char)what[i]) : line[i] == what[i]))
      i++;
    if (i == length)
      return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  int invert = 0, count = 0, fold = 0, hits = 0, number = 0;
  char line[200];
  for (; argc > 2; argc--, argv++)
    switch (argv[1][1]) {
    case 'v':
      invert = 1;
      break;
    case 'c':
      count = 1;
      break;
    case 'i':
      fold = 1;
    }
  if (argc < 2)
    return 2;
  while (fgets(line, sizeof line, stdin)) {
    number++;
    if (contains(line, argv[1], fold) != invert) {
      hits++;
      if (!count)
        printf("%d:%s", number, line);
    }
  }
  if (count)
    printf("%d\n", hits);
  return hits == 0;
}
