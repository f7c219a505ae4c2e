// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3
extern int __VERIFIER_nondet_int(void);
static int a = 1, b = 2;

int main(void) {
  int *p;
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    p = &a;
#ifdef BUG
  else if (n > 0 && n != 3)
    p = &b;
  else if (n == 0)
#else
  else if (n > 0 )
    p = &b;
  else
#endif
    p = &a;
  *p += 1;
  return a + b > 4;
}
