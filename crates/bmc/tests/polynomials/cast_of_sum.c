// true
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  int x = 0; long long y = 0;
  while (x < 1000) { x = x + 1; y = y + 1; if (y != x) reach_error(); }
}
