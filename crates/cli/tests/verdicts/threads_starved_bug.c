// expect: FALSE
// Others run while main goes round for ever.
#include <pthread.h>
extern void reach_error(void);
static int x;
static void *f(void *unused) {
  if (x) reach_error();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  x = 1;
  for (;;) {}
}
