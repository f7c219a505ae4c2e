// expect: TRUE
// with: BUG
// expect: FALSE
// A recursive lock is held until it is unlocked as often as it was locked.
#define _GNU_SOURCE
#include <pthread.h>
extern void reach_error(void);
static int x;
static pthread_mutex_t m;
static void *f(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
#ifdef BUG
  pthread_mutex_unlock(&m);
#else
  
#endif
  if (x != 1) reach_error();
  x = x - 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_create(&a, 0, f, 0);
  f(0);
  pthread_join(a, 0);
  return 0;
}
