// expect: TRUE
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  div_t d = div(17, 5);
  if (d.quot != 3 || d.rem != 2) reach_error();
  return 0;
}
