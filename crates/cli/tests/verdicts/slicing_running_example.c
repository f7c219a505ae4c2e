// expect: UNKNOWN
// flags: --analysis symbolic --option experiment.symbolic.refinement=none --option step-limit=500
// SLICE's running example, in other words: only slicing and CEGAR together come to an end. Above, both loops are unrolled.

// A refined precision leaves out the first loop. It tracks `fault`, and so the second is unrolled.
// expect: UNKNOWN
// flags: --analysis symbolic --option step-limit=500

// A slice leaves out the second loop; the first is in it.
// expect: UNKNOWN
// flags: --analysis symbolic --option slicing=target-path --option experiment.symbolic.refinement=none --option step-limit=500

// expect: TRUE
// flags: --analysis symbolic --option slicing=target-path --option step-limit=500

// The same for values, of which a single run is cheap.
// expect: UNKNOWN
// flags: --analysis value --option step-limit=20000

// expect: UNKNOWN
// flags: --analysis value --option slicing=target-path --option value.refinement=none --option step-limit=20000

// expect: TRUE
// flags: --analysis value --option slicing=target-path --option step-limit=20000

// expect: TRUE
// flags: --analysis value --option slicing=target-location --option step-limit=20000

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
