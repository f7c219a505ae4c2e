#include <stdio.h>
#include <string.h>

// The first argument without its first two characters.
int main(int argc, char **argv) {
  char text[16] = "";
  if (argc < 2 || strlen(argv[1]) < 2 || strlen(argv[1]) > 15)
    return 1;
  strcpy(text, argv[1]);
  memmove(text, text + 2, 14);
  puts(text);
  return 0;
}
