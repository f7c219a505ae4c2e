// flags: --check valid-deref
// Whether so many bytes fit is one question also where nobody knows how many.
#include <stdio.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 1000000)
    return 0;
  char *p = malloc(n);
  if (!p)
    return 0;
  fgets(p, (int)n, stdin); // valid-deref: proved
  fgets(p, (int)n + 1, stdin); // valid-deref: violated
  free(p);
  return 0;
}
