// flags: --check valid-deref,valid-free,library
// What the library answers in a loop, streams beside the standard ones, and an index behind an access.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flags {
  int verbose, error;
};

static void fail(struct flags *flags, const char *name, const char *file) {
  flags->error = errno; // valid-deref: proved
  if (flags->verbose) { // valid-deref: proved
    const char *why = strerror(errno); // valid-deref: proved
    fprintf(stderr, "%s: ", name); // valid-deref: unknown, library: proved
    fprintf(stderr, "%s: %s\n", file, why); // library: proved, valid-deref: proved
  }
}

static void copy(FILE *in, struct flags *flags, const char *name, const char *file) {
  int c;
  while ((c = fgetc(in)) != EOF) // library: unknown, valid-deref: proved
    if (putchar(c) == EOF)
      fail(flags, name, file);
}

int main(int argc, char **argv) {
  char name[9];
  struct flags *flags = malloc(sizeof *flags);
  if (!flags)
    return 1;
  flags->verbose = argc > 2; // valid-deref: proved
  flags->error = 0; // valid-deref: proved
  strlen(argv[0]); // valid-deref: proved
  strcpy(name, "printing"); // library: proved, valid-deref: proved
  for (int i = 1; i < argc; i++) {
    FILE *in = strcmp(argv[i], "-") == 0 ? stdin : fopen(argv[i], "r"); // valid-deref: proved, valid-deref: proved
    if (!in) {
      fail(flags, name, argv[i]); // valid-deref: proved
      continue;
    }
    copy(in, flags, name, argv[i]); // valid-deref: proved
    if (in != stdin && fclose(in) != 0) // library: unknown, valid-deref: proved
      fail(flags, name, argv[i]); // valid-deref: proved
  }
  int error = flags->error; // valid-deref: proved
  free(flags); // valid-free: proved
  return error;
}
