// expect: TRUE
// An analysis with proofs gives TRUE.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  if (x + 1 != 2) reach_error();
  return 0;
}
