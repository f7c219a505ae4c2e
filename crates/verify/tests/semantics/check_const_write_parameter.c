// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

static void change(const int *p) { ++*(int *)p; }

#ifdef BUG
static void fixed(const int n) { change(&n); }
#else
// What a pointer to const goes to need not be const.
static void changing(int n) { change(&n); }
#endif

int main(void) {
  int own = __VERIFIER_nondet_int();
  if (own > 5)
    return 0;
  change(&own);
#ifdef BUG
  if (own > 5)
    fixed(own);
#else
  changing(own);
#endif
  return 0;
}
