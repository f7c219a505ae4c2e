// expect: TRUE
// flags: --32
// A `long` has no room for the one bit that is set.
extern void reach_error(void);
int main(void) {
  long long wide = 0x100000000LL;
  if (__builtin_expect(wide, 1))
    reach_error();
  return 0;
}
