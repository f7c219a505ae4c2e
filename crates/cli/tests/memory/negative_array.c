// answers: UNKNOWN
// An array of negative length is refused.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main() {
  int n=__VERIFIER_nondet_int();
  char a[n];
  if (n<0) reach_error();
  return 0;
}
