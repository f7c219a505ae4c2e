// expect: TRUE
// Memory behind pointers goes along with the state.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a, b;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &a : &b;
  *p = 5;
  while (__VERIFIER_nondet_int())
    *p = *p + 0;
  if (a + b != 5)
    reach_error();
  return 0;
}
