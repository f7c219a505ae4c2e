// expect: TRUE
// check: valid-free
// with: BUG
// expect: FALSE
// check: valid-free
// input: 32 97
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  char *text = malloc(5);
  char *p = text;
  int n = 0;
  while (n < 4) {
    text[n] = (char)__VERIFIER_nondet_uchar();
    n++;
  }
  text[4] = 0;
  while (*p == ' ')
    p++;
  int first = *p;
#ifdef BUG
  free(p);
#else
  free(text);
#endif
  return first == 'q';
}
