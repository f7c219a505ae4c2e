// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

static void change(const int *p) { ++*(int *)p; }

// What a pointer to const goes to need not be const.
static void changing(int n) { change(&n); }

int main(void) {
  int own = __VERIFIER_nondet_int();
  if (own > 5)
    return 0;
  change(&own);
  changing(own);
  return 0;
}
