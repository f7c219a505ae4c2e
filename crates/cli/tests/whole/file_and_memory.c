// check: valid-deref
// A buffer that only one of two ways allocates.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("notes", "r");
  char *buffer = malloc(4);
  if (!buffer)
    return 1;
  if (file) {
    free(buffer);
    buffer = malloc(64);
    if (!buffer)
      return 1;
    fclose(file);
  }
  for (int i = 0; i < 8; i++)
    buffer[i] = 0; /* BUG */
  free(buffer);
  return 0;
}
