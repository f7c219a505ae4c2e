// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static long sum;

static void *worker(void *arg) {
  sum += (long)arg;
  return 0;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_t one;
    pthread_create(&one, 0, worker, (void *)(long)i);
    if (__VERIFIER_nondet_int())
      pthread_join(one, 0);
  }
  return 0;
}
