// expect: TRUE
#include <signal.h>
extern void reach_error(void);
int main(void) {
  int x = 0;
  signal(SIGPIPE, SIG_IGN);
  if (x) reach_error();
  return 0;
}
