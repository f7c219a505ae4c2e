// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 32 32 32 32
extern char __VERIFIER_nondet_char(void);
extern unsigned long strlen(const char *);
/* Cuts blanks from the right. */
int main(void) {
  char text[5];
  for (int i = 0; i < 4; i++) {
    text[i] = __VERIFIER_nondet_char();
    if (text[i] == 0)
      text[i] = '.';
  }
  text[4] = '\0';
  int n = (int)strlen(text);
#ifdef BUG
  while (text[n - 1] == ' ')
#else
  while (n > 0 && text[n - 1] == ' ')
#endif
    n--;
  text[n] = '\0';
  return n;
}
