// expect: values=unknown intervals=unknown predicates=true together=true
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  while (__VERIFIER_nondet_int()) y = x;
  if (x != y) reach_error();
  return 0;
}
