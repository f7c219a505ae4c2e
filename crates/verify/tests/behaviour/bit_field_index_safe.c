// expect: TRUE
// check: valid-deref
extern unsigned __VERIFIER_nondet_uint(void);
struct flags { unsigned kind : 3; unsigned low : 2; signed sign : 2; };

int main(void) {
  int count[8] = {0};
  struct flags f;
  f.kind = __VERIFIER_nondet_uint() & 7u;
  f.low = f.kind;
  f.sign = 1;
  count[f.kind]++;
  count[f.low + f.sign]++;
  return count[0] > 2;
}
