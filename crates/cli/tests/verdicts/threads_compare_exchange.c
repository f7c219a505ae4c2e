// expect: TRUE
// with: BUG
// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
static int x, y;
static void *f(void *unused) {
  int old = 0;
#ifdef BUG
  if (x == 0 && (x = 1)) {
#else
  if (__atomic_compare_exchange_n(&x, &old, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
#endif
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
