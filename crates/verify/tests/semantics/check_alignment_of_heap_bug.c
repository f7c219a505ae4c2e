// expect: FALSE
// check: alignment
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *bytes = malloc(64);
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2)
    return 0;
  *(long *)(bytes + n * 4) = 1;
  free(bytes);
  return 0;
}
