// expect: UNKNOWN
// The handler is in memory: it may run, and no violation rests on that it does.
// with: BUG
// expect: FALSE
// The program goes on behind the call, whether or not a signal comes.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t x;
static void on(int number) {
  x = 1;
}
int main(void) {
  static struct sigaction action;
  action.sa_handler = on;
  sigaction(SIGINT, &action, 0);
#ifdef BUG
  if (!x) reach_error();
#else
  if (x) reach_error();
#endif
  return 0;
}
