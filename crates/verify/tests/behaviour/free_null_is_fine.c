// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 3
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  char *a = 0, *b = 0;
  int n = __VERIFIER_nondet_int();
  if (n & 1)
    a = malloc(1);
  if (n & 2)
    b = malloc(2);
  if (b)
    b[1] = 'b';
#ifdef BUG
  if (a || b)
    a[n >> 1 & 1] = 'a';
#else
  if (a)
    a[0] = 'a';
#endif
  free(a);
  free(b);
  free(0);
  return 0;
}
