// flags: --option testing.command-lines=only --time-limit 2s --check library
// Two files that are read one after the other: the second stream may be where the first one was, and is not closed for that.
#include <stdio.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    FILE *in = fopen(argv[i], "r");
    if (!in)
      continue;
    if (getc(in) == EOF) // library: unknown
      puts("empty");
    fclose(in); // library: unknown
  }
  return 0;
}
