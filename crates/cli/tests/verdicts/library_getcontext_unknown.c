// expect: UNKNOWN
#include <ucontext.h>
extern void reach_error(void);
int main(void) {
  volatile int x = 0;
  ucontext_t c;
  getcontext(&c);
  if (x++ == 0) setcontext(&c);
  if (x == 2) reach_error();
  return 0;
}
