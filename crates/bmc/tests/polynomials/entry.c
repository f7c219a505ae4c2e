// true
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  long long x = 1, y = 1;
  while (__VERIFIER_nondet_int()) { x = 2 * x; y = 2 * y; if (x != y) reach_error(); }
}
