// expect: UNKNOWN
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int (*g)(const char *, ...) = scanf;
  int x = 0;
  g("%d", &x);
  if (x == 7) reach_error();
  return 0;
}
