// expect: TRUE
// with: BUG
// expect: FALSE
// An atomic object is read and written at once.
#include <pthread.h>
extern void reach_error(void);
#include <stdatomic.h>
#ifdef BUG
static int x;
#else
static atomic_int x;
#endif
static void *f(void *unused) {
  x++;
  x += 2;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  f(0);
  pthread_join(a, 0);
  if (x != 6) reach_error();
  return 0;
}
