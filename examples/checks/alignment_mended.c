#include <stdint.h>
#include <stdio.h>
#include <string.h>
// A packet: one byte for the kind, then its number.
int main(void) {
  _Alignas(4) unsigned char packet[8];
  if (fread(packet, 1, sizeof packet, stdin) != sizeof packet)
    return 1;
  uint32_t number;
  memcpy(&number, packet + 1, sizeof number);
  printf("%u\n", (unsigned)number);
  return 0;
}
