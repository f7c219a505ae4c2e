// expect: UNKNOWN
// flags: --analysis symbolic --option symbolic.refinement=none --option step-limit=500
// Both loops are unrolled.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int drops = 0, fault = 0;
  int rain = __VERIFIER_nondet_int(), wear = __VERIFIER_nondet_int();
  while (drops < rain)
    drops++;
  if (fault != 0 && drops > 5)
    reach_error();
  while (fault < wear)
    fault++;
  return 0;
}
