// check: valid-deref
// A packet says itself how long it is.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int length = getchar();
  if (length == EOF)
    return 1;
  unsigned char *packet = malloc(16), sum = 0;
  if (!packet)
    return 1;
  for (int i = 0; i < 16; i++)
    packet[i] = 0;
  for (int i = 0; i < length; i++)
    sum += packet[i]; /* BUG */
  free(packet);
  return sum;
}
