// expect: UNKNOWN
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int (*g)(const char *, ...) = printf;
  int x = 0;
  g("ab%n", &x);
  if (x == 2) reach_error();
  return 0;
}
