// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
#define N 3
static pthread_mutex_t fork_[N];
static void *phil(void *p)
{
    long i = (long)p;
    pthread_mutex_lock(&fork_[i]);
    pthread_mutex_lock(&fork_[(i + 1) % N]);
    pthread_mutex_unlock(&fork_[(i + 1) % N]);
    pthread_mutex_unlock(&fork_[i]);
    return 0;
}
int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
    for (long i = 0; i < N; i++) pthread_create(&t[i], 0, phil, (void *)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    return 0;
}
