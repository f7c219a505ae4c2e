// flags: --check null-dereference
// An allocation may fail, as `check` takes it where nothing else is said.
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  *p = 1; // null-dereference: violated
  free(p);
  int *q = malloc(sizeof *q);
  if (!q)
    return 1;
  *q = 2; // null-dereference: proved
  free(q);
  return 0;
}
