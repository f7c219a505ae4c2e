// check: alignment
// A number in a packet, read in place.
#include <stdio.h>

static _Alignas(4) unsigned char packet[8];

int main(void) {
  int c, length = 0;
  while (length < 8 && (c = getchar()) != EOF)
    packet[length++] = c;
  if (length < 8 || packet[0] > 4)
    return 1;
  unsigned *number = (unsigned *)(packet + packet[0]);
  printf("%u\n", *number); /* BUG */
  return 0;
}
