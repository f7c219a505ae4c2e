// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
static pthread_barrier_t bar;
static void *once(void *p) { pthread_barrier_wait(&bar); return p; }
int main(void)
{
    pthread_t t, u;
    pthread_barrier_init(&bar, 0, 2);
    pthread_create(&t, 0, once, 0);
    pthread_barrier_wait(&bar);
    pthread_create(&u, 0, once, 0);
    pthread_barrier_wait(&bar);
    pthread_join(u, 0);
    pthread_join(t, 0);
    return 0;
}
