// expect: FALSE
// check: valid-deref
extern char __VERIFIER_nondet_char(void);
extern char *strcpy(char *, const char *);

int main(void) {
  char name[5], copy[4];
  for (int i = 0; i < 4; i++)
    name[i] = __VERIFIER_nondet_char();
  name[4] = 0;
  strcpy(copy, name);
  return copy[0];
}
