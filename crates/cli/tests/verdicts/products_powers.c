// expect: TRUE
// A geometric sum times (z - 1) is a power less 1, in numbers that go around: no solver of bits sees it.
// with: BUG
// expect: FALSE
// The same with a sum that forgets the first power when there are exactly 7 rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  long long z = __VERIFIER_nondet_int(), sum = 0, power = 1;
  int rounds = __VERIFIER_nondet_int();
  if (rounds < 0 || rounds > 12)
    return 0;
  for (int i = 0; i < rounds; i++) {
    sum += power;
    power *= z;
#ifdef BUG
    if (i == 6 && rounds == 7)
      sum -= 1;
#endif
  }
  if (sum * (z - 1) != power - 1)
    reach_error();
  return 0;
}
