// flags: --check division --time-limit 4s
// What is not modelled concerns only what comes behind it.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int() % 10 + 20;
  int first = 100 / n; // division: proved
  int m;
  __asm__ volatile("nop" : "=r"(m));
  return first / m; // division: unknown
}
