// expect: UNKNOWN
// The handler is in memory: it may run, and no violation rests on that it does.
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
  if (x) reach_error();
  return 0;
}
