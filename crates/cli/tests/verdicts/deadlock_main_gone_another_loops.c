// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&a); pthread_mutex_unlock(&a); return 0; }
void *g(void *p) { for (;;); return 0; }
int main(void) { pthread_t x, y; pthread_create(&x, 0, f, 0); pthread_create(&y, 0, g, 0); pthread_mutex_lock(&a); pthread_exit(0); }
