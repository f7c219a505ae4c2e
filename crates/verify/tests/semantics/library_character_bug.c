// expect: FALSE
// check: library
// A plain char of a Latin-1 text is negative.
int toupper(int);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  return c == -1 ? 0 : toupper(c);
}
