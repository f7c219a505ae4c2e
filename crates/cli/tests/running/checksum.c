// arguments: {o:-a|-c}?
// input: bytes
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

int main(int argc, char **argv) {
  uint32_t crc = ~0u, a = 1, b = 0;
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int k = 0; k < 8; k++)
      value = value & 1 ? 0xedb88320u ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  for (int c; (c = getc(stdin)) != EOF;) {
    crc = table[(crc ^ c) & 0xff] ^ crc >> 8;
    a = (a + c) % 65521;
    b = (b + a) % 65521;
  }
  if (argc < 2 || argv[1][1] == 'c')
    printf("crc32 %08x\n", (unsigned)~crc);
  if (argc < 2 || argv[1][1] == 'a')
    printf("adler %#010x\n", (unsigned)(b << 16 | a));
  return (int)(crc & 0x7f);
}
