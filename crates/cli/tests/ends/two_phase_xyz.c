// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
static int small(void) {
  int v = __VERIFIER_nondet_int();
  if (v < -20) v = -20;
  if (v > 20) v = 20;
  return v;
}
int main() {
  int x = small(), y = small(), z = small();
  while (x >= 0) {
    x += y;
    y += z;
    z--;
  }
  return 0;
}
