// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int grid[3][4] = {{0}};
  int at = __VERIFIER_nondet_int();
  if (at >= 0 && at < 13)
    grid[0][at] = 1;
  return grid[2][0];
}
