// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
enum level { NONE = -1, LOW, HIGH = 2147483647 };

static enum level lower(enum level l) {
  return l > NONE ? l - 1 : l;
}

int main(void) {
  enum level l = (enum level)__VERIFIER_nondet_int();
  if (lower(l) == LOW)
    return 1;
  return 0;
}
