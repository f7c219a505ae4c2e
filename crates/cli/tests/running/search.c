// arguments: {d} {d}? {d}?
// input: numbers
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int values[100], count = 0, found = 0;
  while (count < 100 && scanf("%d", &values[count]) == 1)
    count++;
  qsort(values, count, sizeof values[0], compare);
  for (int i = 1; i < argc; i++) {
    int key = atoi(argv[i]);
    int *at = bsearch(&key, values, count, sizeof values[0], compare);
    printf("%d: %s\n", key, at ? "found" : "missing");
    found += at != NULL;
  }
  if (count)
    printf("median %d of %d\n", values[count / 2], count);
  return found;
}
