// flags: --check valid-deref
// Whether so many bytes fit is one question; what follows a call with too large a size is looked at too.
#include <stdio.h>
#include <string.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);

static char large[100000], ten[10];

static void lines(void) {
  fgets(large, sizeof large, stdin); // valid-deref: proved
  fgets(large + 1, sizeof large, stdin); // valid-deref: violated
  fgets(ten, 10, stdin); // valid-deref: proved
  fgets(ten, 11, stdin); // valid-deref: violated
  fgets(ten, 0, stdin); // valid-deref: proved
  fgets(ten, -3, stdin); // valid-deref: proved
  fgets(&ten[9], 1, stdin); // valid-deref: proved
}

static void blocks(void) {
  read(0, large, sizeof large); // valid-deref: proved
  read(0, large + 50000, 50000); // valid-deref: proved
  read(0, large + 50000, 50001); // valid-deref: violated
  pread(0, ten, 11, 0); // valid-deref: violated
  fread(ten, 1, 10, stdin); // valid-deref: proved
  fread(ten, 2, 5, stdin); // valid-deref: proved
  fread(ten, 2, 6, stdin); // valid-deref: violated
  fread(ten, 0, 1000, stdin); // valid-deref: proved
  fwrite(ten, 5, 2, stdout); // valid-deref: proved
  if (__VERIFIER_nondet_int())
    fwrite(ten, 1, 11, stdout); // valid-deref: violated
  write(1, ten, 10); // valid-deref: proved
  if (__VERIFIER_nondet_int())
    write(1, ten + 1, 10); // valid-deref: violated
}

/* What is asked of a pointer at once in a model is asked of nothing else that the program does with it. */
static void own(char *p, size_t n) {
  write(1, p, n); // valid-deref: proved
  if (__VERIFIER_nondet_int())
    p[n] = 0; // valid-deref: violated
}

static void copies(void) {
  strncpy(ten, "ab", 10); // valid-deref: proved
  if (__VERIFIER_nondet_int())
    strncpy(ten, "ab", 11); // valid-deref: violated
  if (__VERIFIER_nondet_int())
    strncpy(large, "ab", sizeof large + 1); // valid-deref: violated
}

int main(void) {
  if (__VERIFIER_nondet_int())
    lines();
  else if (__VERIFIER_nondet_int())
    blocks();
  else if (__VERIFIER_nondet_int())
    copies();
  else
    own(ten, sizeof ten);
  return 0;
}
