// expect: TRUE
// flags: --analysis value --option value.refinement=none --option value.split=64
// Each of the values of `width` and `height` is gone through: no formula has to know how to multiply.
// with: BUG
// expect: FALSE
// flags: --analysis value --option value.refinement=none --option value.split=64
// One of the values of `width` and `height` violates it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
  if (width < 0 || width > 12 || height < 0 || height > 12)
    return 0;
  int area = 0, squares = 0;
  for (int row = 0; row < height; row++) {
    area += width;
    squares += 2 * row + 1;
  }
#ifdef BUG
  if (area != width * height || squares == 81 && width == 5)
#else
  if (area != width * height || squares != height * height)
#endif
    reach_error();
  return 0;
}
