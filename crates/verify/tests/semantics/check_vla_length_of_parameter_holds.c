// expect: TRUE
// check: vla-length
extern int __VERIFIER_nondet_int(void);

// The length of a parameter that is a pointer all the same is no length of an array.
static int first(int n, int a[n]) { return n > 0 ? a[0] : 0; }

int main(void) {
  int some[3] = {1, 2, 3}, n = __VERIFIER_nondet_int();
  if (n < -3 || n > 3)
    return 0;
  return first(n, some);
}
