// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);

static const int limit = 10;

int main(void) {
  int own = 3, *p = &own;
  if (__VERIFIER_nondet_int())
    p = (int *)&limit;
#ifdef BUG
  *p = 4;
  return 0;
#else
  if (p != &limit)
    *p = 4;
  return *p;
#endif
}
