// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
struct acc { pthread_mutex_t l; int v; };
static struct acc A = { PTHREAD_MUTEX_INITIALIZER, 1 }, B = { PTHREAD_MUTEX_INITIALIZER, 1 };
static void move(struct acc *from, struct acc *to)
{
    pthread_mutex_lock(&from->l);
    pthread_mutex_lock(&to->l);
    from->v--; to->v++;
    pthread_mutex_unlock(&to->l);
    pthread_mutex_unlock(&from->l);
}
static void *w(void *p) { move(&A, &B); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    move(&B, &A);
    pthread_join(t, 0);
    return 0;
}
