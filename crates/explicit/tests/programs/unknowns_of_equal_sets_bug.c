// false
// Two inputs may be the same numbers, and are not the same number, also behind a loop head.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) {}
  if (a != b) reach_error();
  return 0;
}
