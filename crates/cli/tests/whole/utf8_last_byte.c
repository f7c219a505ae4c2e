// check: valid-deref
// The first byte of a character says how many follow.
#include <stdio.h>

static unsigned decode(const unsigned char *text) {
  if (text[0] < 0xc0)
    return text[0];
  if (text[0] < 0xe0)
    return (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu);
  return (text[0] & 0xfu) << 12 | (text[1] & 0x3fu) << 6 | (text[2] & 0x3fu); /* BUG */
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  printf("%x\n", decode((unsigned char *)argv[1]));
  return 0;
}
