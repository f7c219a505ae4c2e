// expect: TRUE
#include <math.h>
extern void reach_error(void);
int main(void) {
  float f = 1e-40f;
  if (isnormal(f)) reach_error();
  return 0;
}
