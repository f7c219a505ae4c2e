// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *h(void *u) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
void *f(void *u) { pthread_t b; pthread_create(&b, 0, h, 0); pthread_join(b, 0);
  pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); pthread_join(b, 0);
  if (x == 4) reach_error(); return 0; }
