// expect: FALSE
// flags: --property no-deadlock
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int posts;
void *f(void *p) { if (posts) sem_post(&s); return 0; }
int main(void) { pthread_t x; sem_init(&s, 0, 0); pthread_create(&x, 0, f, 0); sem_wait(&s); return 0; }
