#include <pthread.h>

static int done;

static void *work(void *unused) {
  done = 1;
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_join(worker, 0);
  done = 2;
  return 0;
}
