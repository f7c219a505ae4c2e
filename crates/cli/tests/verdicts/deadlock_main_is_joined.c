// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
pthread_t self;
void *f(void *p) { pthread_join(self, 0); return 0; }
int main(void) { pthread_t x; self = pthread_self(); pthread_create(&x, 0, f, 0); pthread_exit(0); }
