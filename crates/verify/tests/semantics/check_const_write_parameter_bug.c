// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

static void change(const int *p) { ++*(int *)p; }

static void fixed(const int n) { change(&n); }

int main(void) {
  int own = __VERIFIER_nondet_int();
  if (own > 5)
    return 0;
  change(&own);
  if (own > 5)
    fixed(own);
  return 0;
}
