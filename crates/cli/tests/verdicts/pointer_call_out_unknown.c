// expect: UNKNOWN
// flags: --analysis value-predicate --option bam.blocks=functions
// The index may be behind the table: that call is undefined, and no proof leaves it out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int up(int n) { return n + 1; }
int down(int n) { return n - 1; }
int (*const table[2])(int) = {up, down};
int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which < 0 || which > 2) return 0;
  int n = table[which](5);
  if (n != 6 && n != 4) reach_error();
  return 0;
}
