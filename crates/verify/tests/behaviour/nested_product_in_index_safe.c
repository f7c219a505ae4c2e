// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char v[16];
  for (int i = 0; i < 16; i++)
    v[i] = (char)i;
  if (n < 0 || n > 46340)
    return 0;
  return v[(n * n) & 15] == 3;
}
