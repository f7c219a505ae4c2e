// expect: TRUE
extern void reach_error(void);

static int next(void) {
  static int count = 10;
  return ++count;
}
int main(void) {
  next();
  next();
  if (next() != 13)
    reach_error();
  return 0;
}
