// unknown
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
// The product wraps around for a large n.
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), x = 0, y = 0;
  while (x < n) { x++; y += 3; }
  if (y < x) reach_error();
  return 0;
}
