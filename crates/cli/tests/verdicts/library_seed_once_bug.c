// expect: FALSE
// After one seed the numbers are any.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(7);
  if (rand() == rand()) reach_error();
  return 0;
}
