// expect: TRUE
// It is called with the number of its signal, not before it is set, and not when there is none set any more.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t stop;
static void on(int number) {
  if (number != SIGINT) reach_error();
  stop = 1;
}
int main(void) {
  if (stop) reach_error();
  if (signal(SIGINT, on) == SIG_ERR) return 1;
  if (signal(SIGINT, SIG_DFL) == SIG_ERR) return 1;
  stop = 0;
  if (stop) reach_error();
  return 0;
}
