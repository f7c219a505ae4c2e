// expect: TRUE
// check: call-type
// A function may go through another type as long as it is called as what it is.
extern int __VERIFIER_nondet_int(void);
typedef void (*any)(void);
static int twice(int x) { return x * 2; }
static int length(const char *text) { return text != 0; }
int main(void) {
  any kept = __VERIFIER_nondet_int() ? (any)twice : (any)length;
  if (kept == (any)twice)
    return ((int (*)(int))kept)(1);
  return ((int (*)(const char *))kept)("x");
}
