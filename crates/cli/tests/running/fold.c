// arguments: {p}
// input: text
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int width = argc > 1 ? 4 * atoi(argv[1]) : 20, column = 0, words = 0;
  char word[100];
  while (scanf("%99s", word) == 1) {
    int length = (int)strlen(word);
    if (column > 0 && column + 1 + length > width) {
      putchar('\n');
      column = 0;
    }
    column += printf("%s%s", column ? " " : "", word);
    words++;
  }
  printf("\n%*d|%-*d|\n", width, words, width, column);
  return 0;
}
