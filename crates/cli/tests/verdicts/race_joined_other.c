// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
int x;
void *f(void *u) { x++; return 0; }
void *g(void *u) { return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(b, 0); return x; }
