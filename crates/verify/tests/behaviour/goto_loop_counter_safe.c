// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 0)
    return 0;
  i = n - 1;
again:
  i++;
  if (i < n)
    goto again;
  return i == 7;
}
