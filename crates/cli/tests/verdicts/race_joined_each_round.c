// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static long sum;

static void *worker(void *arg) {
  sum += (long)arg;
  return 0;
}

int main(void) {
  int rounds = __VERIFIER_nondet_int();
  for (int i = 0; i < rounds; i++) {
    pthread_t one;
    pthread_create(&one, 0, worker, (void *)(long)i);
    pthread_join(one, 0);
    sum += 1;
  }
  return sum != 0;
}
