#include <pthread.h>

static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t to = PTHREAD_MUTEX_INITIALIZER;

static void *forth(void *unused) {
  pthread_mutex_lock(&from);
  pthread_mutex_lock(&to);
  pthread_mutex_unlock(&to);
  pthread_mutex_unlock(&from);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, forth, 0);
  pthread_mutex_lock(&to);
  pthread_mutex_lock(&from);
  pthread_mutex_unlock(&from);
  pthread_mutex_unlock(&to);
  pthread_join(worker, 0);
  return 0;
}
