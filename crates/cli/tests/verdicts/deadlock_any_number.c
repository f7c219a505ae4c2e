// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int n;
void *f(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); n++; pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return 0; }
int main(void) {
  pthread_t x;
  while (__VERIFIER_nondet_int())
    pthread_create(&x, 0, f, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  return 0;
}
