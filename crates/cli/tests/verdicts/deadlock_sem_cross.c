// expect: TRUE
// flags: --property no-deadlock
// with: BUG
// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
#include <semaphore.h>
static sem_t a, b;
static void *f(void *p) { sem_wait(&a); sem_wait(&b); sem_post(&b); sem_post(&a); return p; }
static void *g(void *p) { sem_wait(&b); sem_wait(&a); sem_post(&a); sem_post(&b); return p; }
int main(void)
{
    pthread_t x, y;
#ifdef BUG
    sem_init(&a, 0, 1);
#else
    sem_init(&a, 0, 2);
#endif
    sem_init(&b, 0, 1);
    pthread_create(&x, 0, f, 0);
    pthread_create(&y, 0, g, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
