// expect: TRUE
// with: BUG
// expect: FALSE
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;
static void __VERIFIER_atomic_add(void) { x = x + 1; }
static void *f(void *unused) {
#ifdef BUG
  
#else
  __VERIFIER_atomic_begin();
#endif
  int old = x;
  x = old + 1;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  __VERIFIER_atomic_add();
  pthread_join(a, 0);
  if (x != 2) reach_error();
  return 0;
}
