// expect: FALSE
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  close(3);
  if (errno == 9) reach_error();
  return 0;
}
