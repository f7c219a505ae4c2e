// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
_Atomic int ready; int x;
void *f(void *u) { x = 5; ready = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); if (ready) return x; return 0; }
