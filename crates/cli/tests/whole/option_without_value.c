// check: null-dereference
// The value of an option is the next argument, if there is one.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *output = "out";
  int at = 1;
  if (argc > 3)
    return 2;
  while (at < argc) {
    if (argv[at][0] == '-' && argv[at][1] == 'o')
      output = argv[++at];
    at++;
  }
  return output[0] == '/'; /* BUG */
}
