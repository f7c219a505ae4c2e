// flags: --time-limit 1ms --option testing.command-lines=off
// What is known of the values of a check that no engine had time for.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int table[8];

static int at(int index) {
  return table[index]; // array-index: unknown, valid-deref: unknown
  // known: index is 0 to 8
  // known: index <= 7 would be enough
}

int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i <= 8; i++) // overflow: proved
    sum |= at(i);
  char *text = malloc(20);
  text[3] = 0; // null-dereference: unknown, valid-deref: unknown
  // known: text is the start of what line 19 allocates of 20 bytes, or null, from line 19 (malloc(20))
  // known: text != 0 would be enough
  int by = argc > 3 ? argc : argc - 2; // overflow: proved
  return sum / by; // division: unknown, overflow: proved
  // known: by is -1 to 16777215
  // known: by != 0 would be enough
}
