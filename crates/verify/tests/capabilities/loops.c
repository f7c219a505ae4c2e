// expect: TRUE
// An analysis with loops gives TRUE.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int flag = 0;
  while (__VERIFIER_nondet_int()) {
    flag = 1 - flag;
    if (flag > 1) reach_error();
  }
  return 0;
}
