// expect: FALSE
// Three functions in one component, of which the innermost is asked for again from outside.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int level;
void a(void);
void b(void);
void c(void) {
  if (level < 5 && __VERIFIER_nondet_int()) {
    level++;
    a();
  }
}
void b(void) {
  c();
  if (level == 3)
    level = 10;
}
void a(void) {
  if (__VERIFIER_nondet_int())
    b();
}
int main(void) {
  a();
  level = 2;
  c();
  if (level == 10)
    reach_error();
  return 0;
}
