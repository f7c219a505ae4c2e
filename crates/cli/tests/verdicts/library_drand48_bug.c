// expect: FALSE
// It has 48 bits.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  double d = drand48() * 2147483648.0;
  if (d != (long)d) reach_error();
  return 0;
}
