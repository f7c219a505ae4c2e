// check: valid-deref
// A table is freed where a file cannot be opened, and printed after it.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *table = malloc(4 * sizeof *table);
  if (!table)
    return 1;
  for (int i = 0; i < 4; i++)
    table[i] = i * i;
  FILE *file = fopen("squares", "w");
  if (!file) {
    fprintf(stderr, "squares: cannot be written\n");
    free(table);
  }
  printf("%d\n", table[3]); /* BUG */
  if (file) {
    fclose(file);
    free(table);
  }
  return 0;
}
