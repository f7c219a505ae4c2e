// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
void *f(void *u) { int *p = u; *p = 1; return 0; }
int main(void) { int x = 0; pthread_t a; pthread_create(&a, 0, f, &x); x = 2; pthread_join(a, 0); return x; }
