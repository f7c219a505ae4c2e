// expect: TRUE
// flags: --check uninitialised
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int out;
static void *f(void *p) {
  int twice, once;
  pthread_mutex_lock(&lock);
  once = out;
  pthread_mutex_unlock(&lock);
  twice = once & 7;
  pthread_mutex_lock(&lock);
  out = twice;
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t a;
  int last;
  pthread_create(&a, 0, f, 0);
  pthread_mutex_lock(&lock);
  last = out & 3;
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return last;
}
