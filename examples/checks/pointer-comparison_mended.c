#include <stdio.h>

static char both[16];

// Whether a place is in the first half.
static int is_in_first(const char *at) {
  return at < both + 8;
}

int main(void) {
  char *at = getchar() == '1' ? &both[2] : &both[10];
  puts(is_in_first(at) ? "first" : "second");
  return 0;
}
