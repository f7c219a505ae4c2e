// expect: FALSE
// A handler runs at any point behind the call that sets it.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t stop;
static void on(int number) {
  stop = number;
}
int main(void) {
  signal(SIGINT, on);
  if (stop == SIGINT) reach_error();
  return 0;
}
