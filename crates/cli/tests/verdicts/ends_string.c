// expect: TRUE
// flags: --property termination
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
static unsigned long length(const char *text) {
  const char *at = text;
  while (*at)
    at++;
  return at - text;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  char *text = malloc(n);
  for (int i = 0; i < n - 1; i++)
    text[i] = (char)__VERIFIER_nondet_int();
  text[n - 1] = 0;
  return length(text) > 100;
}
