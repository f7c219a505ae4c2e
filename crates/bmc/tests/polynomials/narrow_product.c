// true
// with: BUG
// unknown
// The product is one of 32 bits, the sum has 64.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_short(), x = __VERIFIER_nondet_int();
  long long s = 0, i = 0;
#ifdef BUG
  while (i < a) { s = s + x; i++; if (s != x * (int) i) reach_error(); }
#else
  while (i < a) { s = s + x; i++; if (s != (long long) x * i) reach_error(); }
#endif
}
