// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
int t[2];
void *f(void *u) { t[0] = 1; return 0; }
void *g(void *u) { t[1] = 2; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); return 0; }
