// flags: --check valid-deref,null-dereference
// Up to the null pointer at its end a vector of arguments is walked by a pointer.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int letter;
  while ((letter = getopt(argc, argv, "ab:")) != -1) { // valid-deref: proved
    if (letter == '?')
      return 2;
  }
  argv += optind; // null-dereference: proved, valid-deref: proved
  while (*argv) { // null-dereference: proved, valid-deref: proved
    puts(*argv); // null-dereference: proved, valid-deref: proved
    argv++; // null-dereference: proved, valid-deref: proved
  }
  puts(argv[0]); // null-dereference: violated, valid-deref: proved
  return 0;
}
