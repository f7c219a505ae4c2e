// expect: UNKNOWN
extern void reach_error(void);
int clone(int (*)(void *), void *, int, void *, ...);
static int x;
static int run(void *p) {
  x = 1;
  return 0;
}
int main(void) {
  static char s[4096];
  clone(run, s + 4096, 0x100, 0);
  if (x == 1) reach_error();
  return 0;
}
