// expect: FALSE
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t t = 0;
  time(&t);
  if (t == 12345) reach_error();
  return 0;
}
