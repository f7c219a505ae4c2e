// expected: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int();
  int l1, l2;
  while (1) {
    if (!__VERIFIER_nondet_int()) break;
    l1 = 0; l2 = 0;
    if (p1) l1 = 1;
    if (p2) l2 = 1;
    if (p1) { if (l1 != 1) reach_error(); l1 = 0; }
    if (p2 > 5) { if (l2 != 1) reach_error(); l2 = 0; }
    if (l2 == 1) reach_error();
  }
  return 0;
}
