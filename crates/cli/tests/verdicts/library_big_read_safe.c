// expect: TRUE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  static char b[4096];
  static int guard = 3;
  long n = read(0, b, sizeof b);
  if (guard != 3 || n > 4096) reach_error();
  return 0;
}
