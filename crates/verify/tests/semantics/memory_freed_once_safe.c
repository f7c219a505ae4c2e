// expect: TRUE
// check: valid-deref,valid-free,valid-memcleanup
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  char *a = malloc(3), *b = malloc(3);
  int which = __VERIFIER_nondet_int();
  free(which > 5 ? a : b);
  free(which > 5 ? b : a);
  return 0;
}
