// expect: FALSE
// check: valid-memtrack
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  char *buffer = malloc(16);
  if (__VERIFIER_nondet_int() == 12)
    buffer = 0;
  free(buffer);
  return 0;
}
