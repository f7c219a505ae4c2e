// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

static void set(int *where, int value) { *where = value; }
int main(void) {
  int a = 1, b = 2;
  int *p = &a;
  set(p, 5);
#ifdef BUG
  p = &a;
#else
  p = &b;
#endif
  set(p, 6);
  if (a != 5 || b != 6)
    reach_error();
  return 0;
}
