// check: valid-deref
// A hash of characters that may be negative.
#include <stdio.h>

#define BUCKETS 16
static int used[BUCKETS];

static int hash(const char *text) {
  int sum = 0;
  for (; *text; text++)
    sum += *text;
  return sum % BUCKETS;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  used[hash(argv[1])]++; /* BUG */
  return 0;
}
