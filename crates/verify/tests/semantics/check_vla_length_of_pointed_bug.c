// expect: FALSE
// check: vla-length
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

// The pointer has a variably modified type, and its size expression is evaluated as that of an array would be.
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -3 || n > 3)
    return 0;
  int (*rows)[n] = 0;
  return rows != 0;
}
