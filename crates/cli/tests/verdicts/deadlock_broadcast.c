// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int go;
void *f(void *p) { pthread_mutex_lock(&a); while (!go) pthread_cond_wait(&c, &a); pthread_mutex_unlock(&a); return 0; }
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, f, 0);
  pthread_create(&y, 0, f, 0);
  pthread_mutex_lock(&a);
  go = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&a);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
