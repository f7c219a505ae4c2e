// A table of functions, called by an index that an input chooses: each result is in the bounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int steps;
int up(int n) { steps++; return n + 1; }
int down(int n) { steps++; return n - 1; }
int same(int n) { return n; }
int (*const table[3])(int) = {up, down, same};
int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which < 0 || which > 2) return 0;
  int n = table[which](5);
  if (n < 4 || n > 6) reach_error();
  if (which == 2 && steps != 0) reach_error();
  return 0;
}
