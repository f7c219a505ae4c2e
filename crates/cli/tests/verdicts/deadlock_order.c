// expect: TRUE
// flags: --property no-deadlock
// with: AB_BA
// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
#ifndef AB_BA
/* opposite orders, but under a common gate */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
#endif
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p)
{
#ifndef AB_BA
    pthread_mutex_lock(&gate);
#endif
    pthread_mutex_lock(&a); pthread_mutex_lock(&b);
#ifndef AB_BA
    pthread_mutex_unlock(&gate);
#endif
    pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
    return p;
}
static void *g(void *p)
{
#ifndef AB_BA
    pthread_mutex_lock(&gate);
#endif
    pthread_mutex_lock(&b); pthread_mutex_lock(&a);
#ifndef AB_BA
    pthread_mutex_unlock(&gate);
#endif
    pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
    return p;
}
int main(void)
{
    pthread_t x, y;
    pthread_create(&x, 0, f, 0);
    pthread_create(&y, 0, g, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    return 0;
}
