// expect: FALSE
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  int x = 0;
  if (read(0, &x, sizeof x) == sizeof x && x == 1234) reach_error();
  return 0;
}
