// expect: FALSE
// check: alignment
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int table[4] = {0}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12)
    return 0;
  return *(int *)((char *)table + n);
}
