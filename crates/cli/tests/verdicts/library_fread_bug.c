// expect: FALSE
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int a[2] = {0, 0};
  if (fread(a, sizeof *a, 2, stdin) == 2 && a[1] == 7) reach_error();
  return 0;
}
