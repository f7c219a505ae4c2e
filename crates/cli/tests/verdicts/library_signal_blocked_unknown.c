// expect: UNKNOWN
// Which signals are blocked is not followed, so that no violation rests on a handler that may be blocked.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t x;
static void on(int number) {
  x = 1;
}
int main(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  signal(SIGINT, on);
  if (x) reach_error();
  return 0;
}
