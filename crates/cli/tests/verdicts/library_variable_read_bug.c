// expect: FALSE
#include <unistd.h>
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  char b[64];
  b[3] = 0;
  unsigned m = __VERIFIER_nondet_int();
  if (m > 64) return 0;
  read(0, b, m);
  if (b[3] == 1) reach_error();
  return 0;
}
