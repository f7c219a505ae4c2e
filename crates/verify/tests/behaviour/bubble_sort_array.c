// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 3 2 1 0
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v[4];
  for (int i = 0; i < 4; i++)
    v[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++)
#ifdef BUG
    for (int j = 0; j < 4 - i; j++)
#else
    for (int j = 0; j < 3 - i; j++)
#endif
      if (v[j] > v[j + 1]) {
        int t = v[j];
        v[j] = v[j + 1];
        v[j + 1] = t;
      }
  return v[0] > v[3];
}
