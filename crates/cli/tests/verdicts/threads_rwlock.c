// expect: TRUE
// with: BUG
// expect: FALSE
// Readers see what a writer does as a whole, but not what another reader does.
#define _GNU_SOURCE
#include <pthread.h>
extern void reach_error(void);
static int x, y;
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static void *f(void *unused) {
#ifdef BUG
  pthread_rwlock_rdlock(&m);
#else
  pthread_rwlock_wrlock(&m);
#endif
  x = 1;
  y = 1;
  pthread_rwlock_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  pthread_rwlock_rdlock(&m);
  int seen = x;
  if (seen != y) reach_error();
  pthread_rwlock_unlock(&m);
  return 0;
}
