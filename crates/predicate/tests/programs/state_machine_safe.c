// expected: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int state = 0, seen = 0;
  while (1) {
    if (state == 0) { if (__VERIFIER_nondet_int()) state = 1; }
    else if (state == 1) { seen = 1; state = 2; }
    else if (state == 2) { if (!seen) reach_error(); state = __VERIFIER_nondet_int() ? 3 : 0; }
    else if (state == 3) { if (seen != 1) reach_error(); break; }
    else reach_error();
  }
  return 0;
}
