// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 65536
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char v[16];
  for (int i = 0; i < 16; i++)
    v[i] = (char)i;
#ifdef BUG
  if (n < 0 || n > 65536)
#else
  if (n < 0 || n > 46340)
#endif
    return 0;
  return v[(n * n) & 15] == 3;
}
