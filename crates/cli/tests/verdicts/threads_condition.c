// expect: TRUE
// with: BUG
// expect: FALSE
// A thread may wake up before what it waits for has come.
#include <pthread.h>
extern void reach_error(void);
static int full, item;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *produce(void *unused) {
  pthread_mutex_lock(&m);
  item = 7;
  full = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, produce, 0);
  pthread_mutex_lock(&m);
#ifdef BUG
  if (!full) pthread_cond_wait(&c, &m);
#else
  while (!full) pthread_cond_wait(&c, &m);
#endif
  if (item != 7) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
