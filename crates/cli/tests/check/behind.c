// flags: --check division
// Behind a division by zero there is no execution: the second division and the assertion hold.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int first = 100 / n; // division: violated
  int second = 100 / n; // division: proved
  if (n == 0)
    reach_error(); // assertion: proved
  return first + second;
}
