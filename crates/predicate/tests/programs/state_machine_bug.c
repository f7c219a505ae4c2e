// expected: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int state = 0, count = 0;
  while (1) {
    if (state == 0) { if (__VERIFIER_nondet_int()) state = 1; }
    else if (state == 1) { count = count + 1; state = 2; }
    else if (state == 2) { state = __VERIFIER_nondet_int() ? 3 : 0; }
    else { if (count > 2) reach_error(); break; }
  }
  return 0;
}
