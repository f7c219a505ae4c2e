// arguments: 
// input: bytes
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  unsigned char row[16];
  unsigned long offset = 0;
  ssize_t count;
  while ((count = read(STDIN_FILENO, row, sizeof row)) > 0) {
    printf("%08lx", offset);
    for (int i = 0; i < 16; i++)
      if (i < count)
        printf("%s%02x", i == 8 ? "  " : " ", row[i]);
      else
        printf("%s  ", i == 8 ? "  " : " ");
    printf("  |");
    for (int i = 0; i < count; i++)
      putchar(isprint(row[i]) ? row[i] : '.');
    printf("|\n");
    offset += count;
  }
  printf("%08lx\n", offset);
  return 0;
}
