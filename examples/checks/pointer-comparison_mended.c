#include <stdio.h>

static char first[8], second[8];

// Where in its array a place is.
static long place(const char *array, const char *at) { return at - array; }

int main(int argc, char **argv) {
  char *array = argc > 1 ? second : first, *at = &array[2];
  printf("%ld\n", place(array, at));
  return 0;
}
