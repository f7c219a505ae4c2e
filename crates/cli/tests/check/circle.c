// flags: --check overflow
// Each of the two assertions holds where the other one held before; the first to be reached fails for most inputs. That the second
// follows from it must not prove it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int first = 0, second = __VERIFIER_nondet_int();
  for (;;) {
    first = second;
    if (first != 0)
      reach_error(); // assertion: violated
    second = first;
    if (second != 0)
      reach_error(); // assertion: proved
  }
}
