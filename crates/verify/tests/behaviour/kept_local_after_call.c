// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 
extern unsigned __VERIFIER_nondet_uint(void);
static const int *last;
static int table[3] = {10, 20, 30};

static void remember(int i) {
  int copy = table[i];
#ifdef BUG
  last = &copy;
#else
  last = &table[i];
#endif
  table[i] += copy;
}

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  remember(i % 3);
  int got = *last;
  return got == 40;
}
