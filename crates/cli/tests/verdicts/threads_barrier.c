// expect: TRUE
// with: BUG
// expect: FALSE
#define _GNU_SOURCE
#include <pthread.h>
extern void reach_error(void);
static int x, y;
static pthread_barrier_t b;
static void *f(void *unused) {
  x = 1;
  pthread_barrier_wait(&b);
  if (y != 1) reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
#ifdef BUG
  pthread_barrier_init(&b, 0, 1);
#else
  pthread_barrier_init(&b, 0, 2);
#endif
  pthread_create(&a, 0, f, 0);
  y = 1;
  pthread_barrier_wait(&b);
  if (x != 1) reach_error();
  pthread_join(a, 0);
  return 0;
}
