// expect: FALSE
// check: alignment
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *bytes = malloc(64);
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2)
    return 0;
  *(long *)(bytes + n * 4) = 1;
  free(bytes);
  return 0;
}
