// expect: FALSE
// flags: --check uninitialised
#include <pthread.h>
static int out;
static void *f(void *p) {
  int fresh;
  if (p) fresh = 3;
  out = fresh;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  pthread_join(a, 0);
  return 0;
}
