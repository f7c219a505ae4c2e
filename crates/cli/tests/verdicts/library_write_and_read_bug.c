// expect: FALSE
// 'write' does not write, 'read' does.
#include <unistd.h>
extern void reach_error(void);
static char b[4];
int main(void) {
  write(1, b, 4);
  if (b[0]) return 1;
  read(0, b + 1, 2);
  if (b[2] == 'x' && b[0] == 0 && b[3] == 0) reach_error();
  return 0;
}
