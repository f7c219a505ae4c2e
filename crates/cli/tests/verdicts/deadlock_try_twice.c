// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t m;
void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_trylock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_mutexattr_t how;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_settype(&how, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &how);
  pthread_t x;
  pthread_create(&x, 0, f, 0);
  pthread_join(x, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
