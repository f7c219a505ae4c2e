// arguments: {o:-r|-u|-f}?
// input: text
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int reverse, fold;

static int compare(const void *a, const void *b) {
  const char *x = *(char *const *)a, *y = *(char *const *)b;
  int order = fold ? strcasecmp(x, y) : strcmp(x, y);
  return reverse ? -order : order;
}

int main(int argc, char **argv) {
  static char text[1 << 14];
  char *lines[512];
  int count = 0, unique = 0;
  for (int i = 1; i < argc; i++) {
    reverse |= !strcmp(argv[i], "-r");
    unique |= !strcmp(argv[i], "-u");
    fold |= !strcmp(argv[i], "-f");
  }
  size_t length = fread(text, 1, sizeof text - 1, stdin);
  text[length] = 0;
  for (char *line = strtok(text, "\n"); line && count < 512; line = strtok(NULL, "\n"))
    lines[count++] = line;
  qsort(lines, count, sizeof *lines, compare);
  for (int i = 0; i < count; i++)
    if (!unique || i == 0 || strcmp(lines[i], lines[i - 1]))
      puts(lines[i]);
  return count & 0x7f;
}
