// expect: FALSE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  static char b[4096];
  long n = read(0, b, sizeof b);
  if (b[4000] == 1) reach_error();
  return 0;
}
