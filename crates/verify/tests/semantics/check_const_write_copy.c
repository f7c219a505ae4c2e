// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
extern void *memcpy(void *, const void *, unsigned long);
extern int __VERIFIER_nondet_int(void);

static const char name[4] = "abc";

int main(void) {
  char own[4];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  memcpy(own, name, n);
#ifdef BUG
  memcpy((void *)name, own, n);
#endif
  return 0;
}
