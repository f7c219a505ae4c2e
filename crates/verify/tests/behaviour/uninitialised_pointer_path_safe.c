// expect: TRUE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
static int a = 1, b = 2;

int main(void) {
  int *p;
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    p = &a;
  else if (n > 0 )
    p = &b;
  else
    p = &a;
  *p += 1;
  return a + b > 4;
}
