// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: -2147483648
extern int __VERIFIER_nondet_int(void);
enum level { NONE = -1, LOW, HIGH = 2147483647 };

static enum level lower(enum level l) {
#ifdef BUG
  return l - 1;
#else
  return l > NONE ? l - 1 : l;
#endif
}

int main(void) {
  enum level l = (enum level)__VERIFIER_nondet_int();
  if (lower(l) == LOW)
    return 1;
  return 0;
}
