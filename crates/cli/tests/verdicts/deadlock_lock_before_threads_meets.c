// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *p) {
  pthread_mutex_lock(&a);
  int seen = x, again = x;
  pthread_mutex_unlock(&a);
  if (seen != again) { pthread_mutex_lock(&b); pthread_mutex_lock(&b); }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_create(&t, 0, f, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
