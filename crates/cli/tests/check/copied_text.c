// flags: --check valid-deref,null-dereference,library,valid-free
// What is as large as a text and its null byte has room for it, as long as nobody writes to the text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text) {
  char *t = malloc(strlen(text) + 1); // null-dereference: proved, valid-deref: proved
  if (!t)
    exit(2);
  strcpy(t, text); // library: proved, null-dereference: proved, valid-deref: proved
  return t;
}

int main(void) {
  char line[64];
  if (!fgets(line, 32, stdin)) // library: proved, null-dereference: proved, valid-deref: proved
    return 1;
  free(copy(line)); // valid-free: proved
  char *t = malloc(strlen(line) + 1); // null-dereference: proved, valid-deref: proved
  if (!t)
    return 2;
  line[0] = 'x';
  line[1] = 'y';
  line[2] = 'z';
  line[3] = 0;
  strcpy(t, line); // library: proved, null-dereference: proved, valid-deref: violated
  free(t); // valid-free: proved
  return 0;
}
