// expect: TRUE
// check: uninitialised
// The first round assigns what the others read; each round has a new `own`.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int last, rounds = __VERIFIER_nondet_int();
  for (int round = 0; round < rounds; round++) {
    int own;
    if (round == 0)
      last = 1;
    own = last;
    last = own;
  }
  return rounds > 0 ? last : 0;
}
