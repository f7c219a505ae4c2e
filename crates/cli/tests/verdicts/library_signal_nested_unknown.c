// expect: UNKNOWN
// A handler may be interrupted by that of another signal.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t x;
static void one(int number) {
  x = 1;
  if (x != 1) reach_error();
}
static void two(int number) {
  x = 2;
}
int main(void) {
  signal(SIGINT, one);
  signal(SIGTERM, two);
  return 0;
}
