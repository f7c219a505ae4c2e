// expect: TRUE
#include <pthread.h>
extern void reach_error(void);

static __thread int level = 4;

static void *worker(void *arg) {
  if (level != 4)
    reach_error();
  level = 7;
  return arg;
}

int main(void) {
  pthread_t one, two;
  level = 5;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  if (level != 5)
    reach_error();
  return 0;
}
