// expect: TRUE
// flags: --property no-deadlock
#include <pthread.h>
struct acc { pthread_mutex_t l; int v, rank; };
static struct acc A = { PTHREAD_MUTEX_INITIALIZER, 1, 1 }, B = { PTHREAD_MUTEX_INITIALIZER, 1, 2 };
static void move(struct acc *from, struct acc *to)
{
    struct acc *one = from, *two = to;
    if (from->rank > to->rank) { one = to; two = from; }
    pthread_mutex_lock(&one->l);
    pthread_mutex_lock(&two->l);
    from->v--; to->v++;
    pthread_mutex_unlock(&from->l);
    pthread_mutex_unlock(&to->l);
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
