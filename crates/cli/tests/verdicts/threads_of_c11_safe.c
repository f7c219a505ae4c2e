// expect: TRUE
#include <threads.h>
extern void reach_error(void);
static int x;
static mtx_t m;
static int f(void *by) {
  mtx_lock(&m);
  x = x + (int)(long)by;
  mtx_unlock(&m);
  return x;
}
int main(void) {
  thrd_t a;
  int value;
  mtx_init(&m, mtx_plain);
  thrd_create(&a, f, (void *)3);
  thrd_join(a, &value);
  if (value != 3 || x != 3) reach_error();
  return 0;
}
