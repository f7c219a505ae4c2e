// expected: false
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  unsigned char c = 250;
  unsigned i = 0;
  while (i < 10) { c = c + 1; i = i + 1; }
  if (c == 4) reach_error();
  return 0;
}
