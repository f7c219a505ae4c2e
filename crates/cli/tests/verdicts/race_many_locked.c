// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(pthread_mutex_t *l, int *p) { pthread_mutex_lock(l); *p += 1; pthread_mutex_unlock(l); }
void *f(void *u) { add(&m, &x); return 0; }
int main(int n, char **v) { pthread_t a; for (int i = 0; i < n; i++) pthread_create(&a, 0, f, 0); return 0; }
