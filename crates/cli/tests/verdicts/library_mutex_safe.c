// expect: TRUE
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
int main(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  if (x != 1) reach_error();
  return 0;
}
