// expect: UNKNOWN
// Recursion in what others see is not followed.
#include <pthread.h>
extern void reach_error(void);
static int x;
static void down(int depth) {
  x = depth;
  if (depth > 0) down(depth - 1);
}
static void *f(void *unused) {
  down(3);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  if (x > 3) reach_error();
  return 0;
}
