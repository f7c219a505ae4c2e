// expect: values=false predicates=false together=false
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int a = 0, b = 0;
  if (__VERIFIER_nondet_int()) a = 1;
  if (__VERIFIER_nondet_int()) b = 1;
  if (a == 1) {
    if (b == 0) reach_error();
  }
  return 0;
}
