#include <stdio.h>

static char first[8], second[8];

// Whether a place is in the first array.
static int is_in_first(const char *at) {
  return at >= first && at < first + sizeof first;
}

int main(void) {
  char *at = getchar() == '1' ? &first[2] : &second[2];
  puts(is_in_first(at) ? "first" : "second");
  return 0;
}
