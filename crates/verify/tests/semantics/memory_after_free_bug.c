// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *kept = malloc(sizeof(int));
  int *other = kept;
  *kept = 3;
  if (__VERIFIER_nondet_int() == 77)
    free(other);
  int *fresh = malloc(sizeof(int));
  *fresh = 4;
  return *kept;
}
