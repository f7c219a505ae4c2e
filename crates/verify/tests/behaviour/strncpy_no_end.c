// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 120 120 120 120
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long strlen(const char *);
extern char *strncpy(char *, const char *, unsigned long);
/* strncpy does not write the end when the text is as long as the place. */
int main(void) {
  char from[5];
  for (int i = 0; i < 4; i++)
    from[i] = __VERIFIER_nondet_char();
  from[4] = 0;
  char *to = malloc(4);
  strncpy(to, from, 4);
#ifndef BUG
  to[3] = 0;
#endif
  unsigned long n = strlen(to);
  free(to);
  return n > 3;
}
