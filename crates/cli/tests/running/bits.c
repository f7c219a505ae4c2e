// arguments: {n} {n}
// input: none
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

union pun {
  float f;
  uint32_t bits;
};

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  int32_t a = (int32_t)strtol(argv[1], NULL, 0), b = (int32_t)strtol(argv[2], NULL, 0);
  uint64_t product = (uint64_t)(uint32_t)a * (uint32_t)b;
  printf("%" PRIu64 " %#" PRIx64 " %" PRIo32 "\n", product, product, (uint32_t)a);
  printf("%hhd %hu %d\n", (signed char)a, (unsigned short)b, a % (b ? b : 1));
  union pun pun = {.f = (float)a / (b ? b : 1)};
  printf("%08" PRIx32 " %.9g\n", pun.bits, pun.f);
  for (int i = 31; i >= 0; i--)
    putchar('0' + ((uint32_t)a >> i & 1));
  puts("");
  return (a ^ b) & 0xff;
}
