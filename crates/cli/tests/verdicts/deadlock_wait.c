// expect: TRUE
// flags: --property no-deadlock
// with: SIMPLE
// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *w(void *p)
{
    pthread_mutex_lock(&m);
#ifndef SIMPLE
    ready = 1;
#endif
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, w, 0);
    pthread_mutex_lock(&m);
#ifdef SIMPLE
    if (!ready)
#else
    while (!ready)
#endif
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
