// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
static int near[4], far[4];
int main(void) {
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at > 4)
    return 0;
  int *p = &near[at];
  far[0] = 1;
  return *p;
}
