// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int work(int v)
{
    pthread_mutex_lock(&m);
    if (v < -1000)
        return -1;
    pthread_mutex_unlock(&m);
    return 0;
}
static void *w(void *p)
{
    work(__VERIFIER_nondet_int());
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, w, 0);
    pthread_create(&b, 0, w, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
