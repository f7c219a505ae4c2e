// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *a = malloc(sizeof(int)), *b = malloc(sizeof(int));
  unsigned long x = (unsigned long)a ^ (unsigned long)b;
  *a = *b = 1;
  int which = __VERIFIER_nondet_bool();
  int *known = which ? a : b;
  int *other = (int *)(x ^ (unsigned long)known);
  *other = 2;
  free(known);
#ifdef BUG
  free(a);
#else
  free(other);
#endif
  return 0;
}
