// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>

struct size {
  int width, height;
};

static struct size now;

static void *worker(void *arg) {
  struct size seen = now;
  return seen.width ? arg : 0;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, worker, 0);
  now.height = 12;
  pthread_join(one, 0);
  return 0;
}
