// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
int x;
void *f(void *u) { x++; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); x = 2; pthread_join(a, 0); return 0; }
