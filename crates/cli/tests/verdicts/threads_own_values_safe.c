// expect: TRUE
#include <pthread.h>
extern void reach_error(void);
static pthread_key_t key;
static void *f(void *mine) {
  pthread_setspecific(key, mine);
  if (pthread_getspecific(key) != mine) reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_key_create(&key, 0);
  pthread_create(&a, 0, f, (void *)1);
  f((void *)2);
  if (pthread_equal(a, pthread_self())) reach_error();
  return 0;
}
