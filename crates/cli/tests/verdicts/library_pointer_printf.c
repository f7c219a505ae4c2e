// expect: TRUE
// with: N
// expect: UNKNOWN
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int (*g)(const char *, ...) = printf;
  int x = 0;
#ifdef N
  g("ab%n", &x);
#else
  g("ab%d", x);
#endif
  if (x == 2) reach_error();
  return 0;
}
