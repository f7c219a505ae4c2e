// check: array-index
// A letter that is moved by a key, both ways.
#include <stdio.h>
#include <stdlib.h>

static const char letters[26] = "abcdefghijklmnopqrstuvwxyz";

int main(int argc, char **argv) {
  int key = argc > 1 && argv[1][0] == '-' ? -3 : 3, c;
  while ((c = getchar()) != EOF)
    if (c >= 'a' && c <= 'z')
      putchar(letters[(c - 'a' + key) % 26]); /* BUG */
  return 0;
}
