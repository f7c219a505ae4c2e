// expect: TRUE
// flags: --analysis predicate
// expect: TRUE
// flags: --analysis value-predicate --option bam.blocks=functions
// An input chooses a function of a table within its bounds: that the pointer is one of them is part of the proof, by blocks too.
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
