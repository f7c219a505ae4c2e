// false
// An input that does not fit the type that it is converted to.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 || a > 300) return 0;
  unsigned char c = a;
  if (c != a) reach_error();
  return 0;
}
