// expect: FALSE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  if (!getenv("X")) reach_error();
  return 0;
}
