// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
extern void *malloc(unsigned long);
extern void free(void *);

static void fail(int code) {
#ifdef BUG
  printf("error %d\n", code < 0 ? -code : code);
#else
  printf("error %d\n", code < 0 && code > -100 ? -code : code);
#endif
}

int main(void) {
  int code = __VERIFIER_nondet_int();
  if (code != 0)
    fail(code);
  return 0;
}
