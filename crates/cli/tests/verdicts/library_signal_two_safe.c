// expect: TRUE
// Of handlers with one operation on what they share it shows nowhere that they interrupt each other.
#include <signal.h>
extern void reach_error(void);
static volatile sig_atomic_t x;
static void on(int number) {
  x = number;
}
int main(void) {
  signal(SIGINT, on);
  signal(SIGTERM, on);
  int y = x;
  if (y != 0 && y != SIGINT && y != SIGTERM) reach_error();
  return 0;
}
