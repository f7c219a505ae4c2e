// expect: FALSE
// check: no-overflow
// input: 0 2 0
extern unsigned char __VERIFIER_nondet_uchar(void);
/* A hash wraps as often as it likes, when it is unsigned. */
int main(void) {
  unsigned h = 2166136261u;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    h = (h ^ c) * 16777619u;
    sum += (int)(h >> 1);
  }
  return sum == 5;
}
