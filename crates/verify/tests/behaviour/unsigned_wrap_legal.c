// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 0 2 0
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A hash wraps as often as it likes, when it is unsigned. */
int main(void) {
  unsigned h = 2166136261u;
#ifdef BUG
  int sum = 0;
#else
  unsigned sum = 0;
#endif
  for (int i = 0; i < 3; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    h = (h ^ c) * 16777619u;
#ifdef BUG
    sum += (int)(h >> 1);
#else
    sum += h;
#endif
  }
  return sum == 5;
}
