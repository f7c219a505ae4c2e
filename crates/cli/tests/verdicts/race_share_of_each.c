// expect: TRUE
// flags: --64 --property no-data-race
// Each thread has the element of its number, and the context of main is one lock for all.
#include <pthread.h>
struct context { pthread_mutex_t lock; int done; long sums[4]; };
static void *count(void *given) { int number = (int)(long)given; static long sums[4]; for (int i = 0; i < 1000; i++) sums[number] += i; return 0; }
static void *finish(void *given) { struct context *of = given; pthread_mutex_lock(&of->lock); of->done++; pthread_mutex_unlock(&of->lock); return 0; }
int main(void) {
  struct context context = { .done = 0 }; pthread_t all[4];
  pthread_mutex_init(&context.lock, 0);
  for (long i = 0; i < 2; i++) pthread_create(&all[i], 0, count, (void *)i);
  for (int i = 2; i < 4; i++) pthread_create(&all[i], 0, finish, &context);
  for (int i = 0; i < 4; i++) pthread_join(all[i], 0);
  return context.done;
}
