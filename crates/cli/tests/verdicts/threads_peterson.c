// expect: TRUE
// with: BUG
// expect: FALSE
// Two flags and a turn keep one of two threads out.
#include <pthread.h>
extern void reach_error(void);
static int wants0, wants1, turn, inside;
static void *f(void *unused) {
  wants1 = 1;
  turn = 0;
  while (wants0 && turn == 0) {}
  inside = 1;
  if (inside != 1) reach_error();
  wants1 = 0;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  wants0 = 1;
#ifdef BUG
  turn = 0;
#else
  turn = 1;
#endif
  while (wants1 && turn == 1) {}
  inside = 0;
  if (inside != 0) reach_error();
  wants0 = 0;
  return 0;
}
