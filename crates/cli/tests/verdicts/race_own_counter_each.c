// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>

static _Thread_local int visits = 3;

static void visit(void) { visits += 2; }

static void *worker(void *arg) {
  visit();
  visit();
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  visit();
  return visits;
}
