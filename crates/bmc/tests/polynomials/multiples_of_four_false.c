// unknown
// A multiple of two may be two.
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
int main(void) {
  unsigned x = 0, y = 0;
  while (1) { x += 2u * __VERIFIER_nondet_uint(); y += 8u * __VERIFIER_nondet_uint(); if (x + y == 2u) reach_error(); }
}
