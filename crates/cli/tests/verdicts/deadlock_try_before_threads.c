// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&a); pthread_mutex_unlock(&a); return 0; }
int main(void) {
  pthread_t t;
  pthread_mutex_trylock(&a);
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return 0;
}
