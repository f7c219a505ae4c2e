// expect: FALSE
// flags: --analysis bmc
// A model of this takes a solver long: the inputs that it has are executed, and not looked for again. What a bit-field and a `_Bool` read is
// among them.
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct pair {
  unsigned low : 3;
  unsigned high : 17;
};

int main(void) {
  struct pair of;
  of.low = __VERIFIER_nondet_uint();
  of.high = __VERIFIER_nondet_uint();
  unsigned long long a = of.high * 8ull + of.low, b = __VERIFIER_nondet_uint();
  if (a < 2 || b < a)
    return 0;
  if (__VERIFIER_nondet_bool())
    b = b + 4;
  if (a * b == 4093ull * 16381ull)
    reach_error();
  return 0;
}
