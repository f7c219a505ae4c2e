// expect: TRUE
// with: BUG
// expect: FALSE
// Threads go on when main has ended, and main does not.
#include <pthread.h>
extern void reach_error(void);
static int x, done;
static void *f(void *unused) {
  x = 1;
#ifdef BUG
  if (done) reach_error();
#else
  if (x != 1) reach_error();
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  done = 1;
  pthread_exit(0);
  reach_error();
}
