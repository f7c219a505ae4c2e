// true
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), s = 0, i = 0;
  while (__VERIFIER_nondet_int()) { s += x; i++; if (s != x * i) reach_error(); }
}
