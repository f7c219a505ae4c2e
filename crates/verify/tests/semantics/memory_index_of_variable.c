// expect: FALSE
// check: valid-deref
extern int __VERIFIER_nondet_int(void);
static int table[8];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 8)
    return 0;
  table[i] = 1;
  return 0;
}
