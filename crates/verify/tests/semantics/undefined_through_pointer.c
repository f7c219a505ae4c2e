// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void get(int *p);
static void own(int *p) { *p = 1; }
int main(void) {
  void (*f)(int *) = __VERIFIER_nondet_int() ? get : own;
  int x = 0;
  f(&x);
  if (x == 5)
    reach_error();
  return 0;
}
