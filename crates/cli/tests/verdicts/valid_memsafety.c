// A copy of a string, with its end.
// expect: TRUE
// flags: --property valid-memsafety
// with: BUG
// The last character of a name is cut off by nobody: a name of 4 characters needs 5.
// expect: FALSE
// flags: --property valid-memsafety
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);
extern void free(void *);

static int length(const char *text) {
  int at = 0;
  while (text[at])
    at++;
  return at;
}

int main(void) {
  char name[5];
  for (int i = 0; i < 4; i++)
    name[i] = __VERIFIER_nondet_char();
  name[4] = 0;
#ifdef BUG
  char *copy = malloc(length(name));
#else
  char *copy = malloc(length(name) + 1);
#endif
  for (int i = 0; i <= length(name); i++)
    copy[i] = name[i];
  free(copy);
  return 0;
}
