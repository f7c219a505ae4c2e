// expect: TRUE
#include <string.h>
#include <stdlib.h>
#include <math.h>
extern void reach_error(void);
int main(void) {
  size_t (*f)(const char *) = strlen;
  int (*g)(int) = abs;
  double (*h)(double) = fabs;
  void *(*m)(void *, const void *, size_t) = memcpy;
  char b[3] = "zz";
  m(b, "ab", 3);
  if (f("abc") != 3 || g(-3) != 3 || h(-1.0) != 1.0 || b[0] != 'a') reach_error();
  return 0;
}
