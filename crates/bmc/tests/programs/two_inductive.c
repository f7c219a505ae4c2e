// bmc: unknown, k-induction: true, bound: 8
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
/* A shift register: inductive after three rounds only, and no range says so. */
int main(void) {
  int v = __VERIFIER_nondet_int(), a = v, b = v, c = v, t;
  while (__VERIFIER_nondet_int()) {
    t = a; a = b; b = c; c = t;
    if (a != v) reach_error();
  }
  return 0;
}
