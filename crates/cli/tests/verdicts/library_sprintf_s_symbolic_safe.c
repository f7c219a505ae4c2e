// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  char b[32];
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 99) return 0;
  int n = sprintf(b, "%d", x);
  if (n > 2 || n < 1 || b[n] != 0) reach_error();
  return 0;
}
