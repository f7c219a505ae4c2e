// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
_Atomic int x;
void *f(void *u) { x++; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); x = 3; return 0; }
