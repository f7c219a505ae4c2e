// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BUG
  __VERIFIER_assume(x >= 12);
#else
  __VERIFIER_assume(x == 12);
#endif
  if (x != 12)
    reach_error();
  return 0;
}
