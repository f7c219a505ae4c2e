// What nothing was written to: the stack and the heap hold something else where other calls were before.
#include <stdio.h>
#include <stdlib.h>

extern void reach_error(void);

static void dirty(void) {
  char bytes[64];
  for (int i = 0; i < 64; i++)
    bytes[i] = (char)(i + 1);
  char *heap = malloc(64);
  if (!heap)
    exit(0);
  for (int i = 0; i < 64; i++)
    heap[i] = bytes[i];
  free(heap);
}

static int is_clean(void) {
  char bytes[64];
  char *heap = malloc(64);
  if (!heap)
    exit(0);
  int clean = bytes[40] == 0 && heap[40] == 0;
  free(heap);
  return clean;
}

int main(void) {
  dirty();
  fprintf(stderr, "checking\n");
  if (is_clean())
    reach_error();
  return 0;
}
