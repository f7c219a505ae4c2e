// expect: TRUE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int r = printf("abc%d\n", 12);
  if (r != 6 && r != -1) reach_error();
  return 0;
}
