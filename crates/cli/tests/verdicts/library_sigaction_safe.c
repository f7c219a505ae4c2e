// expect: TRUE
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t x;
static void on(int number) {
  x = 1;
}
int main(void) {
  static struct sigaction action;
  action.sa_handler = on;
  if (sigaction(SIGINT, &action, 0) < -1) reach_error();
  if (x != 0 && x != 1) reach_error();
  return 0;
}
