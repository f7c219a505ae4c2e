// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
#include <string.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t spare = PTHREAD_MUTEX_INITIALIZER;
static int total;

extern int __VERIFIER_nondet_int(void);

static void *worker(void *arg) {
  pthread_mutex_lock(&guard);
  total++;
  pthread_mutex_unlock(&guard);
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_mutex_t *chosen = __VERIFIER_nondet_int() ? &guard : &spare;
  pthread_create(&one, 0, worker, 0);
  pthread_mutex_lock(&guard);
  pthread_mutex_init(chosen, 0);
  total++;
  pthread_mutex_unlock(&guard);
  pthread_join(one, 0);
  return total;
}
