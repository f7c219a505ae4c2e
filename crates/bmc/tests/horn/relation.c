// true
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y = 0;
  if (n < 0 || n > 1000000) return 0;
  while (x < n) { x++; y += 3; }
  if (y != 3 * x) reach_error();
  return 0;
}
