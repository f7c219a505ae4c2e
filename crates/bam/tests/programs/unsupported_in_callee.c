// expect: UNKNOWN
// What is not supported lies in a function that is called twice: both results rest on it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int strange(int n) {
  if (n > 3) {
    void *target = &&there;
    goto *target;
  there:
    __asm__ goto("" : : : : out);
  }
out:
  return 0;
}
int main(void) {
  strange(__VERIFIER_nondet_int());
  if (strange(5) != 0)
    reach_error();
  return 0;
}
