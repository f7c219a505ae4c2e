// expect: TRUE
// flags: --property no-data-race
#include <pthread.h>
int x;
void *f(void *u) { x++; return 0; }
int main(void) { pthread_t a, b; x = 1; pthread_create(&a, 0, f, 0); pthread_join(a, 0); x++;
  pthread_create(&b, 0, f, 0); pthread_join(b, 0); return x; }
