// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
extern void *malloc(unsigned long);
extern void free(void *);

static void fail(int code) {
  printf("error %d\n", code < 0 && code > -100 ? -code : code);
}

int main(void) {
  int code = __VERIFIER_nondet_int();
  if (code != 0)
    fail(code);
  return 0;
}
