// expect: FALSE
// By a constant -1 a compiler negates, which stops nothing; others divide.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int of = __VERIFIER_nondet_int(), by = __VERIFIER_nondet_int();
  if (by != -1 || of != -7)
    return 0;
  if (of / by == 7 && of % by == 0 && (-2147483647 - 1) / -1 < 0)
    reach_error();
  return 0;
}
