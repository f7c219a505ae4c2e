// expect: FALSE
// A thread that was started need not have run.
#include <pthread.h>
extern void reach_error(void);
static int x;
static void *run(void *to) {
  *(int *)to = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, &x)) return 1;
  if (!x) reach_error();
  return 0;
}
