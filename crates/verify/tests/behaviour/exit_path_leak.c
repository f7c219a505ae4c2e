// expect: TRUE
// check: valid-memcleanup
// with: BUG
// expect: FALSE
// check: valid-memcleanup
// input: 9
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof(int));
  int n = __VERIFIER_nondet_int();
  *p = n;
  switch (n) {
  case 1:
  case 2:
    *p += 1;
    break;
  case 9:
#ifndef BUG
    free(p);
#endif
    return 3;
  default:
    n = 0;
  }
  free(p);
  return n;
}
