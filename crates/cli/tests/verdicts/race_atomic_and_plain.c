// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
int x;
void *f(void *u) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); return x; }
