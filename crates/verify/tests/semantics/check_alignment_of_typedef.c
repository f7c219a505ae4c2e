// expect: UNKNOWN
// check: alignment
extern int __VERIFIER_nondet_int(void);

typedef int anywhere __attribute__((aligned(1)));

// Correct: but a type does not keep the alignment that its name has.
int main(void) {
  int table[4] = {0}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12)
    return 0;
  return *(anywhere *)((char *)table + n);
}
