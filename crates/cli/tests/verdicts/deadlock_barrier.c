// expect: TRUE
// flags: --property no-deadlock
// with: TWO
// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
static pthread_barrier_t bar;
static void *w(void *p) { pthread_barrier_wait(&bar); return p; }
int main(void)
{
    pthread_t t[2];
    pthread_barrier_init(&bar, 0, 3);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
#ifndef TWO
    pthread_barrier_wait(&bar);
#endif
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
