// expect: FALSE
// k asks for f, whose results rest on those of g and h: g was done where k is now on the stack.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g(void);
int h(void);
int f(void) {
  if (__VERIFIER_nondet_int())
    return g();
  return 5;
}
int g(void) {
  if (__VERIFIER_nondet_int())
    return f();
  return h() == 7 ? 1 : 2;
}
int k(void) {
  return f();
}
int h(void) {
  if (__VERIFIER_nondet_int())
    return 0;
  g();
  if (k() == 1)
    reach_error();
  return 7;
}
int main(void) {
  h();
  return 0;
}
