// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

static int next(void) {
#ifdef BUG
  int count = 10;
#else
  static int count = 10;
#endif
  return ++count;
}
int main(void) {
  next();
  next();
  if (next() != 13)
    reach_error();
  return 0;
}
