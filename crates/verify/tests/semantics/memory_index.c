// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
  int *numbers = malloc(4 * sizeof(int));
  int index = __VERIFIER_nondet_int();
#ifdef BUG
  if (index < 0 || index > 4)
#else
  if (index < 0 || index > 3)
#endif
    return 0;
  numbers[index] = 1;
  return 0;
}
