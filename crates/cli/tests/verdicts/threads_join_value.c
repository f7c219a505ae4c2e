// expect: TRUE
// with: BUG
// expect: FALSE
// What a thread is given and what it gives.
#include <pthread.h>
extern void reach_error(void);
static void *f(void *given) {
  int *to = given;
  *to = *to + 1;
  if (*to == 6) pthread_exit((void *)3);
  return (void *)4;
}
int main(void) {
  pthread_t a;
#ifdef BUG
  int number = 4;
#else
  int number = 5;
#endif
  void *value;
  pthread_create(&a, 0, f, &number);
  pthread_join(a, &value);
  if (number != 6 || value != (void *)3) reach_error();
  return 0;
}
