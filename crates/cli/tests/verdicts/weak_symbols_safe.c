// expect: TRUE
// flags: --32
extern void reach_error(void);
extern int missing(void) __attribute__((weak));
extern int object __attribute__((weak));
int __attribute__((weak)) def(void) { return 1; }
int main(void) {
  int before = missing != 0;
  if (missing) { missing(); if (!before) reach_error(); }
  if (&object) object = 4;
  if (def() != 1) reach_error();
  return 0;
}
