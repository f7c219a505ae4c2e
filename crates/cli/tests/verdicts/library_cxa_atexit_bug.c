// expect: FALSE
extern void reach_error(void);
int __cxa_atexit(void (*)(void *), void *, void *);
static void end(void *p) {
  if (*(int *)p == 7) reach_error();
}
int main(void) {
  static int x;
  __cxa_atexit(end, &x, 0);
  x = 7;
  return 0;
}
