// check: valid-deref
// A tab becomes up to four blanks, for which the line has no room at its end.
#include <stdio.h>

int main(void) {
  char line[10];
  int c, at = 0;
  while ((c = getchar()) != EOF && c != '\n') {
    if (at >= 8)
      break;
    if (c == '\t')
      do
        line[at++] = ' '; /* BUG */
      while (at % 4 != 3);
    else
      line[at++] = (char)c;
  }
  line[at < 10 ? at : 9] = 0;
  puts(line);
  return 0;
}
