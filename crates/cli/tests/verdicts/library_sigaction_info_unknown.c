// expect: UNKNOWN
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t x;
static void on(int number, siginfo_t *info, void *context) {
  x = info->si_signo;
}
int main(void) {
  static struct sigaction action;
  action.sa_sigaction = on;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGINT, &action, 0);
  if (x == 7) reach_error();
  return 0;
}
