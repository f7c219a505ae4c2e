// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  double d = drand48();
  if (d < 0 || d >= 1) reach_error();
  return 0;
}
