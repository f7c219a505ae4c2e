// flags: --check valid-deref --option testing.command-lines=off
// What a function returns of its arguments outlives nothing; the address of its own object does.
#include <string.h>

static int overflows(int n) {
  char c[2];
  strcpy(c, "too long"); // valid-deref: violated
  return c[0] + n;
}

static char *own(void) {
  char c[4] = "abc";
  return strcpy(c, "ab"); // valid-deref: proved
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    return *own(); // valid-deref: violated
  return overflows(argc);
}
