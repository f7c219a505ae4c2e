// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p)
{
    pthread_rwlock_rdlock(&rw);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_unlock(&rw);
    return p;
}
static void *g(void *p)
{
    pthread_mutex_lock(&m);
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    pthread_mutex_unlock(&m);
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
