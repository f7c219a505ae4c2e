// expect: UNKNOWN
// More threads are started than are followed.
#include <pthread.h>
extern void reach_error(void);
static int x;
static void *f(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  for (int i = 0; i < 100; i++) pthread_create(&a, 0, f, 0);
  if (x > 1) reach_error();
  return 0;
}
