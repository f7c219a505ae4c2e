// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_t x, y;
int ready;
void *f(void *p) { pthread_mutex_lock(&a); int r = ready; pthread_mutex_unlock(&a); if (r) pthread_join(y, 0); return 0; }
void *g(void *p) { pthread_join(x, 0); return 0; }
int main(void) {
  pthread_create(&x, 0, f, 0);
  pthread_create(&y, 0, g, 0);
  pthread_mutex_lock(&a);
  ready = 1;
  pthread_mutex_unlock(&a);
  pthread_exit(0);
}
