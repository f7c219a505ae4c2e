// check: overflow
// Runs of one character, counted in a signed byte's worth of an int that is scaled.
#include <stdio.h>

int main(void) {
  int c, last = EOF, scaled = 1;
  while ((c = getchar()) != EOF) {
    if (c == last)
      scaled = scaled * 65536; /* BUG */
    else
      scaled = 1;
    last = c;
  }
  printf("%d\n", scaled);
  return 0;
}
