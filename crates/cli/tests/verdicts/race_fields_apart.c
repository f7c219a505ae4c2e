// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
struct { char a, b; } s;
void *f(void *u) { s.a = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); s.b = 2; return 0; }
