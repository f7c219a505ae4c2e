// check: valid-deref
// An empty string has no last character.
#include <stdio.h>
#include <string.h>

static void reverse(char *text) {
  size_t low = 0, high = strlen(text) - 1;
  while (low < high) {
    char c = text[low];
    text[low++] = text[high]; /* BUG */
    text[high--] = c;
  }
}

int main(int argc, char **argv) {
  char word[8];
  if (argc < 2 || strlen(argv[1]) > 7)
    return 2;
  strcpy(word, argv[1]);
  reverse(word);
  puts(word);
  return 0;
}
