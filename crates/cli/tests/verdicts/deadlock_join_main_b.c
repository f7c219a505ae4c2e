// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
static pthread_t ta, tb;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *fb(void *p)
{
    pthread_mutex_lock(&m);         /* until main has stored both handles */
    pthread_mutex_unlock(&m);
    pthread_join(ta, 0);
    return p;
}
static void *fa(void *p)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_mutex_lock(&m);
    pthread_create(&ta, 0, fa, 0);
    pthread_create(&tb, 0, fb, 0);
    pthread_join(tb, 0);
    pthread_mutex_unlock(&m);
    return 0;
}
