// flags: --check valid-deref,null-dereference
// Memory, and a function of the library that is given too short a buffer.
#include <stdlib.h>
#include <string.h>

static char buffer[4];

static void put(char *to, int at) {
  to[at] = 'x'; // null-dereference: proved, valid-deref: proved
}

int main(void) {
  for (int i = 0; i < 4; i++)
    put(buffer, i);
  char *more = malloc(2);
  if (!more)
    return 1;
  more[1] = 'y'; // null-dereference: proved, valid-deref: proved
  strcpy(more, "long"); // null-dereference: proved, valid-deref: violated
  free(more);
  return 0;
}
