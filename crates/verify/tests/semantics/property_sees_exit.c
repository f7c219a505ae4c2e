// expect: FALSE
// property: exit
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  x > 5 && (exit(1), 1);
  return 0;
}
