extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a;
  if (a > 10 && b < 5)
    reach_error();
  return 0;
}
