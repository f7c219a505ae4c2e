// check: valid-deref
// Counts letters; everything from 'a' on is taken for one.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *counts = calloc(26, sizeof *counts), c;
  if (!counts)
    return 1;
  while ((c = getchar()) != EOF)
    if (c >= 'a')
      counts[c - 'a']++; /* BUG */
  for (int i = 0; i < 26; i++)
    if (counts[i])
      printf("%c %d\n", 'a' + i, counts[i]);
  free(counts);
  return 0;
}
