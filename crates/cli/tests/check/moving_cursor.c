// flags: --check valid-deref
// What is counted from a pointer that moves in a text keeps it there, wherever it is; one more does not.
#include <stdlib.h>

static unsigned long word(const char *text) {
  unsigned long n = 0;
  while (text[n] && text[n] != ' ') // valid-deref: proved, valid-deref: proved
    n++;
  return n;
}

static unsigned words(const char *p) {
  unsigned count = 0;
  while (*p) { // valid-deref: proved
    unsigned long blanks = 0;
    while (p[blanks] == ' ') // valid-deref: proved
      blanks++;
    p += blanks; // valid-deref: proved
    p += word(p); // valid-deref: proved
    if (count < 1000)
      count++;
  }
  return count;
}

static void cut(char *p) {
  while (*p) { // valid-deref: proved
    unsigned long n = word(p);
    if (p[n]) // valid-deref: proved
      p[n++] = 0; // valid-deref: proved
    p += n; // valid-deref: proved
  }
}

static void skip(const char *p) {
  while (*p) // valid-deref: violated
    p += 2; // valid-deref: unknown
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    words(argv[i]); // valid-deref: proved
    cut(argv[i]); // valid-deref: proved
    skip(argv[i]); // valid-deref: proved
  }
  return 0;
}
