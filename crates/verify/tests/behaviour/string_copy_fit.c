// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 65 66 67 68
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long strlen(const char *);
extern char *strcpy(char *, const char *);
extern int strcmp(const char *, const char *);
int main(void) {
  char word[8], *copy;
  int i;
  for (i = 0; i < 7; i++) {
    char c = __VERIFIER_nondet_char();
    if (c < 'A' || c > 'Z')
      break;
    word[i] = c;
  }
  word[i] = 0;
#ifdef BUG
  copy = malloc(strlen(word) + 0);
#else
  copy = malloc(strlen(word) + 1);
#endif
  strcpy(copy, word);
  int same = strcmp(copy, word) == 0;
  free(copy);
  return !same;
}
