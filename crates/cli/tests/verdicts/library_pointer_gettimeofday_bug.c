// expect: FALSE
#include <sys/time.h>
extern void reach_error(void);
int main(void) {
  int (*g)(struct timeval *, void *) = (int (*)(struct timeval *, void *))gettimeofday;
  struct timeval t = {1, 2};
  g(&t, 0);
  if (t.tv_usec == 7) reach_error();
  return 0;
}
