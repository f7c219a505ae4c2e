// expect: TRUE
// check: library
int toupper(int), isalpha(int), getchar(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  int next = getchar();
  return isalpha((unsigned char)c) ? toupper(next) : isalpha(-1);
}
