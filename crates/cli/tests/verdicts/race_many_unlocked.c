// expect: FALSE
// flags: --property no-data-race
#include <pthread.h>
int x;
void *f(void *u) { x++; return 0; }
int main(void) { pthread_t a; for (int i = 0; i < 2; i++) pthread_create(&a, 0, f, 0); return 0; }
