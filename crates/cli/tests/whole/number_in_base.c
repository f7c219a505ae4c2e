// check: valid-deref
// A number in base two needs more digits than in base ten.
#include <stdio.h>

static void show(unsigned value, unsigned base) {
  char digits[12];
  int at = 0;
  do
    digits[at++] = "0123456789abcdef"[value % base]; /* BUG */
  while (value /= base);
  while (at > 0)
    putchar(digits[--at]);
  putchar('\n');
}

int main(void) {
  unsigned value;
  if (scanf("%u", &value) != 1)
    return 1;
  show(value, 2);
  return 0;
}
