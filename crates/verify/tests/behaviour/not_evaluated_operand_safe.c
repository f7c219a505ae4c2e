// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned long n = sizeof(x + 1);
  n += sizeof(x++);
  if (x == 2147483647 && n == 8)
    return 1;
  return 0;
}
