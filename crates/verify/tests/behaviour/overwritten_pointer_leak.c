// expect: TRUE
// check: valid-memtrack
// with: BUG
// expect: FALSE
// check: valid-memtrack
// input: 4
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* The second allocation takes the variable of the first. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = malloc(4);
  p[0] = 1;
  for (int i = 0; i < 3; i++) {
    if (n == i + 2) {
#ifndef BUG
      free(p);
#endif
      p = malloc(4 + i);
      p[3 + i] = 2;
    }
  }
  free(p);
  return 0;
}
