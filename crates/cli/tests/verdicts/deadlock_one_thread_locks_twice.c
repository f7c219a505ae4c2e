// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void count(int *at) { pthread_mutex_lock(&a); ++*at; pthread_mutex_unlock(&a); }
int main(void) { int n = 0; pthread_mutex_lock(&a); count(&n); pthread_mutex_unlock(&a); return n; }
