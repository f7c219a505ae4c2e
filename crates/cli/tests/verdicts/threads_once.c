// expect: TRUE
// with: BUG
// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
static int x;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static void init(void) { x = x + 1; }
static void *f(void *unused) {
#ifdef BUG
  init();
#else
  pthread_once(&o, init);
#endif
  if (x != 1) reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  f(0);
  pthread_join(a, 0);
  return 0;
}
