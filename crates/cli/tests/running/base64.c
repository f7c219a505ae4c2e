// arguments: 
// input: bytes
#include <stdio.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int main(void) {
  unsigned char in[3];
  size_t count;
  int column = 0;
  while ((count = fread(in, 1, 3, stdin)) > 0) {
    unsigned value = in[0] << 16 | (count > 1 ? in[1] << 8 : 0) | (count > 2 ? in[2] : 0);
    char out[5] = {digits[value >> 18], digits[value >> 12 & 63], count > 1 ? digits[value >> 6 & 63] : '=',
                   count > 2 ? digits[value & 63] : '=', 0};
    fputs(out, stdout);
    column += 4;
    if (column == 76) {
      putchar('\n');
      column = 0;
    }
  }
  if (column)
    putchar('\n');
  return ferror(stdin);
}
