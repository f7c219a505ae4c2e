// expect: TRUE
// A thread that was waited for has run.
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
  pthread_join(thread, 0);
  if (x != 1) reach_error();
  return 0;
}
