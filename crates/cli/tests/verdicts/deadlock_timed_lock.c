// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
#include <time.h>
void *f(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
void *g(void *p) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&b);
  if (pthread_mutex_timedlock(&a, &soon) == 0)
    pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) { pthread_t x, y; pthread_create(&x, 0, f, 0); pthread_create(&y, 0, g, 0); pthread_join(x, 0); pthread_join(y, 0); return 0; }
