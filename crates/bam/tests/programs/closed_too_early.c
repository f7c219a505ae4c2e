// expect: FALSE
// The results of g rest on those of f, which grow after g is done: g must not be closed with its own frame. Only the
// second round of f shows that g can return 2.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int f(void);
int g(void) {
  int r = f();
  return r == 1 ? 2 : r;
}
int f(void) {
  if (__VERIFIER_nondet_int())
    return g();
  return 1;
}
int main(void) {
  f();
  if (g() == 2)
    reach_error();
  return 0;
}
