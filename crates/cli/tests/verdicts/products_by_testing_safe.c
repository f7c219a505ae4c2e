// expect: UNKNOWN
// flags: --analysis random-testing --option step-limit=2000
// That no execution was found to violate the property is no proof.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if ((a + b) * (a - b) != a * a - b * b)
    reach_error();
  return 0;
}
