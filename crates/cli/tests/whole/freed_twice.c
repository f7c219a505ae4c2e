// check: valid-free
// Both the error and the end free the buffer.
#include <stdio.h>
#include <stdlib.h>

static char *buffer;

static int fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  free(buffer);
  return 1;
}

int main(void) {
  int status = 0;
  buffer = malloc(80);
  if (!buffer)
    return 1;
  if (!fgets(buffer, 80, stdin))
    status = fail("no input");
  free(buffer); /* BUG */
  return status;
}
