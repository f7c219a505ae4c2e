// expected: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int i = 0;
  while (i < 1000) {
    i = i + 1;
  }
  if (i != 1000) reach_error();
  return 0;
}
