// expect: TRUE

extern void __assert_fail(const char *, const char *, unsigned int, const char *);
int main(void) {
  int x = 4;
  (x * x == 16) ? (void)0 : __assert_fail("x * x == 16", "here", 7, __func__);
  return 0;
}
