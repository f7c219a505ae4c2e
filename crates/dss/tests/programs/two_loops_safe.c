// expect: TRUE
// Two loops, each with an invariant of its own: what is learnt of the second leaves the first as it is.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  int x = 0, y = 0, u = 0, v = 0;
  while (x < n) {
    x++;
    y++;
  }
  if (x != y)
    reach_error();
  while (u < m) {
    u++;
    v++;
  }
  if (u != v)
    reach_error();
  return 0;
}
