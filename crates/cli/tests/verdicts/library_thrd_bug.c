// expect: FALSE
extern void reach_error(void);
int thrd_create(unsigned long *, int (*)(void *), void *);
static int x;
static int run(void *p) {
  x = 1;
  return 0;
}
int main(void) {
  unsigned long t;
  thrd_create(&t, run, 0);
  if (x == 1) reach_error();
  return 0;
}
