// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 200
extern char __VERIFIER_nondet_char(void);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
/* char is signed here: a byte above 127 is a negative index. */
int main(void) {
  int *seen = calloc(256, sizeof(int));
  char c = __VERIFIER_nondet_char();
#ifdef BUG
  seen[(int)c]++;
#else
  seen[(unsigned char)c]++;
#endif
  int n = 0;
  for (int i = 0; i < 256; i++)
    n += seen[i];
  free(seen);
  return n - 1;
}
