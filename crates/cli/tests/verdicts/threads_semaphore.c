// expect: TRUE
// with: BUG
// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
#include <semaphore.h>
static int x;
static sem_t s;
static void *f(void *unused) {
  sem_wait(&s);
  x = x + 1;
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t a;
#ifdef BUG
  sem_init(&s, 0, 2);
#else
  sem_init(&s, 0, 1);
#endif
  pthread_create(&a, 0, f, 0);
  f(0);
  pthread_join(a, 0);
  if (x != 2) reach_error();
  return 0;
}
