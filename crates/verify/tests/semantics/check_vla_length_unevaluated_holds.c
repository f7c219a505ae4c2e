// expect: TRUE
// check: vla-length
extern int __VERIFIER_nondet_int(void);

static int counts(int n, int table[*][n]);

int main(void) {
  int n = __VERIFIER_nondet_int();
  return sizeof(sizeof(int[n])) != sizeof(unsigned long) && counts(n, 0);
}
