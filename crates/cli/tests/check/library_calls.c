// flags: --check valid-deref --check null-dereference
// A row for each call of a library function: the second one is not the first, in one line, in a macro, in a loop.
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

#define LENGTHS(a, b) (strlen(a) + strlen(b))

static char text[8] = "1234567", raw[4] = {'a', 'b', 'c', 'd'};

static int twice(const char *s) {
  return (int)(strlen(s) + strlen(s)); // valid-deref: proved, null-dereference: proved, valid-deref: proved, null-dereference: proved
}

int main(void) {
  size_t n = strlen(text); // valid-deref: proved, null-dereference: proved
  if (__VERIFIER_nondet_int())
    n += strlen(raw); // valid-deref: violated, null-dereference: proved
  if (__VERIFIER_nondet_int())
    n += LENGTHS(text, raw); // valid-deref: proved, null-dereference: proved, valid-deref: violated, null-dereference: proved
  char *none = 0;
  if (__VERIFIER_nondet_int())
    n += strlen(none); // valid-deref: unreachable, null-dereference: violated
  return twice(text) + (int)n > 100;
}
