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
  if (!x) reach_error();
  return 0;
}
