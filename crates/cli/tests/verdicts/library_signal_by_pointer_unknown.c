// expect: UNKNOWN
// Which function is set is not in the text of the call.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t x;
static void on(int number) {
  x = 1;
}
static void set(int number, void (*handler)(int)) {
  signal(number, handler);
}
int main(void) {
  set(SIGINT, on);
  if (x) reach_error();
  return 0;
}
