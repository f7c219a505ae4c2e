// expect: FALSE
// What only a switch in the middle of the thread shows.
#include <pthread.h>
extern void reach_error(void);
static int x;
static void *run(void *unused) {
  x = 1;
  x = 0;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (x) reach_error();
  return 0;
}
