// expect: TRUE
// A handler that could not be set does not run: SIGKILL has none.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t stop;
static void on(int number) {
  stop = 1;
}
int main(void) {
  if (signal(SIGKILL, on) != SIG_ERR) reach_error();
  if (signal(SIGINT, on) == SIG_ERR && stop) reach_error();
  return 0;
}
