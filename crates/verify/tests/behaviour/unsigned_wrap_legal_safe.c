// expect: TRUE
// check: no-overflow
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A hash wraps as often as it likes, when it is unsigned. */
int main(void) {
  unsigned h = 2166136261u;
  unsigned sum = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    h = (h ^ c) * 16777619u;
    sum += h;
  }
  return sum == 5;
}
