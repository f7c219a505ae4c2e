// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
static int x, y;
static void *f(void *unused) {
  int old = 0;
  if (x == 0 && (x = 1)) {
    y = y + 1;
    if (y != 1) reach_error();
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  f(0);
  return 0;
}
