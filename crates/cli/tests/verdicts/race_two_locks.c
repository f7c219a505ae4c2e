// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
void *g(void *u) { pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); return 0; }
