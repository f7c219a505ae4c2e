// expect: FALSE

extern void __assert_fail(const char *, const char *, unsigned int, const char *);
int main(void) {
  int x = 4;
  (x * x == 15) ? (void)0 : __assert_fail("x * x == 15", "here", 7, __func__);
  return 0;
}
