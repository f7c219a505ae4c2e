// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>

static union {
  unsigned word;
  unsigned char bytes[4];
} both;

static void *worker(void *arg) {
  both.bytes[2] = 1;
  return arg;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, worker, 0);
  both.word = 8;
  pthread_join(one, 0);
  return 0;
}
