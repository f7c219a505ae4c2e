// expect: FALSE
#include <sys/select.h>
extern void reach_error(void);
int main(void) {
  fd_set s;
  FD_ZERO(&s);
  FD_SET(1, &s);
  select(2, &s, 0, 0, 0);
  if (!FD_ISSET(1, &s)) reach_error();
  return 0;
}
