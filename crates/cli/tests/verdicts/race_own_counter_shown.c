// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>

static __thread long here;

static void *worker(void *arg) {
  long *there = arg;
  here = 1;
  *there += here;
  return 0;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, worker, &here);
  here = 9;
  pthread_join(one, 0);
  return 0;
}
