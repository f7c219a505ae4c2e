// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 6
extern unsigned __VERIFIER_nondet_uint(void);
struct flags { unsigned kind : 3; unsigned low : 2; signed sign : 2; };

int main(void) {
#ifdef BUG
  int count[6] = {0};
#else
  int count[8] = {0};
#endif
  struct flags f;
  f.kind = __VERIFIER_nondet_uint() & 7u;
  f.low = f.kind;
  f.sign = 1;
  count[f.kind]++;
  count[f.low + f.sign]++;
  return count[0] > 2;
}
