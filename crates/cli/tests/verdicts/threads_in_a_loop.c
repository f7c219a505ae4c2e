// expect: TRUE
// with: BUG
// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *unused) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a[2];
  for (int i = 0; i < 2; i++) pthread_create(&a[i], 0, f, 0);
#ifdef BUG
  for (int i = 0; i < 1; i++) pthread_join(a[i], 0);
#else
  for (int i = 0; i < 2; i++) pthread_join(a[i], 0);
#endif
  if (x != 2) reach_error();
  return 0;
}
