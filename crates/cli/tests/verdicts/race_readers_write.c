// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
int x; pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *u) { pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); return 0; }
