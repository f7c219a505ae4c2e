// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *p) { pthread_rwlock_tryrdlock(&a); return 0; }
int main(void) {
  pthread_t x;
  pthread_create(&x, 0, f, 0);
  pthread_join(x, 0);
  pthread_rwlock_wrlock(&a);
  pthread_rwlock_unlock(&a);
  return 0;
}
