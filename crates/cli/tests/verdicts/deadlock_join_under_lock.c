// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *w(void *p)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, w, 0);
    pthread_mutex_lock(&m);
    if (n == 0)
        pthread_join(a, 0);
    pthread_mutex_unlock(&m);
    return n;
}
