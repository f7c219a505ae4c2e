// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 120 120 120
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long strlen(const char *);
extern char *strcpy(char *, const char *);
extern char *strcat(char *, const char *);
int main(void) {
  char *s = malloc(6);
  char tail[4];
  strcpy(s, "ab");
  int n = 0;
  while (n < 3) {
    char c = __VERIFIER_nondet_char();
    if (c == 0)
      break;
    tail[n++] = c;
  }
  tail[n] = 0;
#ifdef BUG
  if (strlen(s) + strlen(tail) + 0 <= 6 && n != 4)
#else
  if (strlen(s) + strlen(tail) + 1 <= 6)
#endif
    strcat(s, tail);
#ifdef BUG
  if (n == 3)
    strcat(s, "!");
#endif
  int r = s[0];
  free(s);
  return r;
}
