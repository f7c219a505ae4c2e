// arguments: {d}?
// input: csv
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int column = argc > 1 ? atoi(argv[1]) : 1, rows = 0, bad = 0;
  double total = 0, least = 0, most = 0;
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    char *field = line;
    for (int i = 0; field && i < column; i++) {
      field = strchr(field, ',');
      if (field)
        field++;
    }
    double value;
    if (!field || sscanf(field, "%lf", &value) != 1) {
      bad++;
      continue;
    }
    if (rows == 0 || value < least)
      least = value;
    if (rows == 0 || value > most)
      most = value;
    total += value;
    rows++;
  }
  printf("rows %d bad %d sum %.3f", rows, bad, total);
  if (rows)
    printf(" mean %g min %g max %g", total / rows, least, most);
  putchar('\n');
  return bad > 255 ? 255 : bad;
}
