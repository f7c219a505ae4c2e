// expect: TRUE
// with: BUG
// expect: FALSE
// An object and its lock are passed by a pointer.
#include <pthread.h>
extern void reach_error(void);
struct account { pthread_mutex_t lock; int money; };
static void *f(void *given) {
  struct account *account = given;
  pthread_mutex_lock(&account->lock);
  account->money = account->money + 5;
  pthread_mutex_unlock(&account->lock);
  return 0;
}
int main(void) {
  pthread_t a;
  struct account mine;
  mine.money = 0;
  pthread_mutex_init(&mine.lock, 0);
  pthread_create(&a, 0, f, &mine);
#ifdef BUG
  mine.money = mine.money + 5;
#else
  f(&mine);
#endif
  pthread_join(a, 0);
  if (mine.money != 10) reach_error();
  return 0;
}
