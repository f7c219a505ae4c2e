// expect: TRUE
// with: BUG
// expect: FALSE
// A lock that is tried is held where the answer is 0, and only there.
#include <pthread.h>
extern void reach_error(void);
static int x;
static pthread_mutex_t m;
static void *f(void *unused) {
#ifdef BUG
  if (pthread_mutex_trylock(&m) >= 0) {
#else
  if (pthread_mutex_trylock(&m) == 0) {
#endif
    x = x + 1;
    if (x != 1) reach_error();
    x = x - 1;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_mutex_init(&m, 0);
  pthread_create(&a, 0, f, 0);
  f(0);
  pthread_join(a, 0);
  return 0;
}
