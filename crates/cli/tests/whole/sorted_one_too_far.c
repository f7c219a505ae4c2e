// check: valid-deref
// Insertion sort that looks before its first element.
#include <stdio.h>
#include <stdlib.h>

static void sort(int *of, int count) {
  for (int i = 1; i < count; i++) {
    int value = of[i], j = i - 1;
    while (of[j] > value) { /* BUG */
      of[j + 1] = of[j];
      j--;
    }
    of[j + 1] = value;
  }
}

int main(void) {
  int *values = malloc(3 * sizeof *values);
  if (!values)
    return 1;
  for (int i = 0; i < 3; i++)
    values[i] = getchar();
  sort(values, 3);
  printf("%d\n", values[0]);
  free(values);
  return 0;
}
