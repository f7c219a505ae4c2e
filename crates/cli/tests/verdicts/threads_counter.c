// expect: TRUE
// with: BUG
// expect: FALSE
// A counter is read and written under a lock, or under none that counts.
#include <pthread.h>
extern void reach_error(void);
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *unused) {
#ifdef BUG
  
#else
  pthread_mutex_lock(&m);
#endif
  x = x + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, f, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}
