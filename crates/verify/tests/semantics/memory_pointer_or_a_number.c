// expect: UNKNOWN
// check: valid-deref
// A number that the program names may be the address of no object.
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int));
  if (__VERIFIER_nondet_int())
    p = (int *)0x700000000000;
  *p = 1;
  return 0;
}
