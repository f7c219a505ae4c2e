// expect: UNKNOWN
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  atof("1e999");
  if (errno) reach_error();
  return 0;
}
