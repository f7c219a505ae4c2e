// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { if (!pthread_mutex_trylock(&a)) { pthread_mutex_lock(&b); pthread_mutex_unlock(&b); } return 0; }
int main(void) {
  pthread_t x;
  pthread_create(&x, 0, f, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(x, 0);
  return 0;
}
