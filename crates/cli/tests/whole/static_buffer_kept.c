// check: valid-deref
// A pointer into a buffer is kept while the buffer moves.
#include <stdio.h>
#include <stdlib.h>

static int *values;
static int room;

static int *add(int value, int at) {
  if (at == room) {
    int *more = malloc((room + 2) * sizeof *more);
    if (!more)
      exit(1);
    for (int i = 0; i < room; i++)
      more[i] = values[i];
    free(values);
    values = more;
    room += 2;
  }
  values[at] = value;
  return &values[at];
}

int main(void) {
  int c, count = 0, *first = NULL;
  while (count < 3 && (c = getchar()) != EOF) {
    int *new = add(c, count);
    if (count++ == 0)
      first = new;
  }
  return first ? *first : 0; /* BUG */
}
