// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 65536 65536
extern int __VERIFIER_nondet_int(void);
/* The product is wide only if a factor is. */
int main(void) {
  int w = __VERIFIER_nondet_int(), h = __VERIFIER_nondet_int();
  if (w < 0 || h < 0 || w > 65536 || h > 65536)
    return 0;
#ifdef BUG
  long pixels = w * h;
#else
  long pixels = (long)w * h;
#endif
  return pixels == 640 * 480;
}
