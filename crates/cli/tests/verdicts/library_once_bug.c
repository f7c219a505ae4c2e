// expect: FALSE
extern void reach_error(void);
int pthread_once(int *, void (*)(void));
static int x;
static void init(void) {
  x = 1;
}
int main(void) {
  static int o;
  pthread_once(&o, init);
  if (x == 1) reach_error();
  return 0;
}
