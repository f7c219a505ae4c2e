// check: null-dereference
// A command without a description.
#include <stdio.h>

static const struct command {
  char letter;
  const char *help;
} commands[] = {{'h', "this help"}, {'?', "this help"}, {'q', "ends"}, {'x', NULL}};

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
    if (commands[i].letter == argv[1][0])
      putchar(commands[i].help[0]); /* BUG */
  return 0;
}
