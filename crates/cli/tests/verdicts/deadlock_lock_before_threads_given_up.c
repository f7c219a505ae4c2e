// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&a); pthread_mutex_unlock(&a); return 0; }
int main(void) { pthread_t x; pthread_mutex_lock(&a); pthread_create(&x, 0, f, 0); pthread_mutex_unlock(&a); pthread_join(x, 0); return 0; }
