// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int parts[2];

static void *worker(void *arg) {
  long own = (long)arg;
  parts[own] = 5;
  atomic_fetch_add(&turn, 1);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, (void *)0);
  pthread_create(&two, 0, worker, (void *)1);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return parts[0] + parts[1];
}
