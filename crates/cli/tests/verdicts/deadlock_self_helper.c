// expect: TRUE
// flags: --property no-deadlock
// with: BUG
// expect: FALSE
// flags: --property no-deadlock
#ifndef BUG
#define _GNU_SOURCE
#endif
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
#ifdef BUG
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#else
static pthread_mutex_t m;
#endif
static int n;
static void reset(void)
{
    pthread_mutex_lock(&m);
    n = 0;
    pthread_mutex_unlock(&m);
}
static void *w(void *p)
{
    pthread_mutex_lock(&m);
    n += __VERIFIER_nondet_int() & 15;
    if (n == 13) reset();
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a;
#ifndef BUG
    pthread_mutexattr_t at;
    pthread_mutexattr_init(&at);
    pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &at);
#endif
    pthread_create(&a, 0, w, 0);
    pthread_join(a, 0);
    return 0;
}
